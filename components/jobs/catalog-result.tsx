"use client";

import { ShoppingCart } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useOperationListedIn } from "#lib/browser/session/account";
import type { OrderCatalogItem, OrderCatalogPage } from "#lib/resources/orders/model";
import { useCatalogSearch } from "./use-catalog-search.tsx";
import { words } from "./words.ts";

/** Returns the loaded pages and a function that loads the next one. */
function usePages(first: OrderCatalogPage, request: Record<string, unknown>) {
  const [pages, setPages] = useState([first]);
  const { search, isBusy, problem, found } = useCatalogSearch(useAccountId());
  const last = pages.at(-1) ?? first;
  useEffect(() => {
    if (found) setPages((seen) => (seen.some(({ page }) => page === found.page) ? seen : [...seen, found]));
  }, [found]);
  const items = new Map<string, OrderCatalogItem>(
    pages.flatMap((page) => page.items.map((item) => [item.item_id, item] as const)),
  );
  return {
    items: [...items.values()],
    more: last.has_more ? () => search({ ...request, page: last.page + 1 }) : null,
    isBusy,
    problem,
  };
}

interface CatalogResultProps {
  /** The first page. */
  result: Record<string, unknown>;
  /** The search's request, used to load the next page. */
  request: Record<string, unknown>;
}

/** Shows the items that a catalog search found, to select for an order, page by page. */
export function CatalogResult({ result, request }: CatalogResultProps) {
  const first = result as OrderCatalogPage;
  const { openForm } = useAside();
  const ordering = useOperationListedIn("orders");
  const [chosen, setChosen] = useState<string[]>([]);
  const { callback_urls: _, ...search } = request;
  const { items, more, isBusy, problem } = usePages(first, search);
  if (items.length === 0) return <p>{words.emptyCatalog}</p>;
  const options = items.map(({ item_id, name, billable }) => ({
    id: item_id,
    name,
    detail: billable ? item_id : `${item_id} · ${words.notBillable}`,
  }));
  return (
    <div className="flex flex-col gap-3">
      <CheckGroup
        label={words.itemCount(items.length, more !== undefined)}
        value={chosen}
        onChange={setChosen}
        options={options}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<ShoppingCart aria-hidden="true" />}
          isDisabled={chosen.length === 0 || !ordering}
          onPress={() => ordering && openForm(ordering.id, { type: first.type, item_ids: chosen })}
        >
          {chosen.length === 0 ? words.tickItems : words.order(words.itemCount(chosen.length, false))}
        </Button>
        {more ? (
          <Button variant="quiet" pending={isBusy} onPress={more}>
            {words.showMore}
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isBusy ? null : problem}
      </p>
    </div>
  );
}
