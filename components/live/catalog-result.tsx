"use client";

import { ShoppingCart } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { useAside } from "#lib/client/form-intent";
import type { OrderCatalogItem } from "#lib/models/order";

interface CatalogResultProps {
  type: string;
  page: number;
  has_more: boolean;
  items: readonly OrderCatalogItem[];
  /** What was asked for, so that the next page can be. */
  request: Record<string, unknown>;
}

/** The items that a search of the catalog found, ready to tick for an order. */
export function CatalogResult({ type, page, has_more, items, request }: CatalogResultProps) {
  const { openForm } = useAside();
  const [chosen, setChosen] = useState<string[]>([]);
  if (items.length === 0) return <p>Nothing in the catalog matches.</p>;
  const options = items.map(({ item_id, name, billable }) => ({
    id: item_id,
    name,
    detail: billable ? item_id : `${item_id} · not billable`,
  }));
  return (
    <div className="flex flex-col gap-3">
      <CheckGroup label={`Page ${page}`} value={chosen} onChange={setChosen} options={options} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<ShoppingCart aria-hidden="true" />}
          isDisabled={chosen.length === 0}
          onPress={() => openForm("orders:create", { type, item_ids: chosen })}
        >
          {chosen.length === 0
            ? "Tick what to order"
            : `Order ${chosen.length === 1 ? "1 item" : `${chosen.length} items`}`}
        </Button>
        {has_more ? (
          <Button variant="quiet" onPress={() => openForm("order-catalog:fetch", { ...request, page: page + 1 })}>
            Search the next page
          </Button>
        ) : null}
      </div>
    </div>
  );
}
