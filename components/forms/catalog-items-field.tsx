"use client";

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useJobNews } from "#components/live/use-job";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { ChipsField } from "#components/ui/chips-field";
import { SearchField } from "#components/ui/search-field";
import { isSupported, useAccount, useOperation } from "#lib/client/account";
import { submitOperation } from "#lib/client/create-operation";
import { jobList } from "#lib/client/jobs";
import { newId } from "#lib/core/id";
import type { OrderCatalogItem } from "#lib/models/order";
import type { ListWidgetProps } from "./widget-props.ts";

const SEARCH = "order-catalog:fetch";
/** Searches whose items are offered again. */
const RECENT = 20;

/** Searches the catalog as any other operation does; what is found stands in the result of its job. */
function useCatalogSearch(accountId: string, type: string) {
  const [jobId, setJobId] = useState<number | null>(null);
  const { mutate, isPending, error } = useMutation(submitOperation(accountId));
  const receipt = useJobNews().get(jobId ?? -1)?.receipt;
  const search = (query: string) =>
    mutate(
      {
        method: "POST",
        path: "/orders/catalog/fetch",
        body: { type, page_size: 100, ...(query ? { query } : {}) },
        idempotencyKey: newId(),
      },
      { onSuccess: ({ job_id }) => setJobId(Number(job_id)) },
    );
  const failed = receipt?.outcome === "failed" ? "The EMR could not be searched." : null;
  return { search, isBusy: isPending || (jobId !== null && !receipt), problem: error?.message ?? failed };
}

/** Every item that the latest searches of a type have found, each once. */
function useFoundItems(accountId: string, type: string): OrderCatalogItem[] {
  const { data } = useInfiniteQuery(jobList(accountId, { type: SEARCH, status: "completed" }, RECENT));
  const found = new Map<string, OrderCatalogItem>();
  for (const { result } of data?.pages[0]?.jobs ?? []) {
    if (result?.type !== type) continue;
    for (const item of result.items as OrderCatalogItem[]) found.set(item.item_id, item);
  }
  return [...found.values()];
}

function FoundItems({ value, onChange, ...field }: ListWidgetProps) {
  const { id: accountId } = useAccount();
  const type = String(useWatch({ name: "type" }) ?? "");
  const [text, setText] = useState("");
  const { search, isBusy, problem } = useCatalogSearch(accountId, type);
  const found = useFoundItems(accountId, type);
  const box = useRef<HTMLInputElement>(null);
  const words = text.toLowerCase().trim();
  const known = new Set(found.map(({ item_id }) => item_id));
  const options = [
    ...value.filter((id) => !known.has(id)).map((id) => ({ id, name: id })),
    ...found
      .filter(({ item_id, name }) => value.includes(item_id) || name.toLowerCase().includes(words))
      .map(({ item_id, name, billable }) => ({
        id: item_id,
        name,
        ...(billable ? {} : { detail: "Not billable" }),
      })),
  ];
  const start = () => {
    if (type !== "" && !isBusy) search(text.trim());
  };
  const searching = (
    <>
      {/* Enter searches here; it must not send the order. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the key of the field within */}
      <div
        className="flex gap-2"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.target !== box.current) return;
          event.preventDefault();
          start();
        }}
      >
        <SearchField
          label="Search the catalog"
          placeholder={type === "" ? "Choose a type first" : "Search the catalog"}
          value={text}
          onChange={setText}
          inputRef={box}
          className="flex-1"
        />
        <Button icon={<Search aria-hidden="true" />} pending={isBusy} isDisabled={type === ""} onPress={start}>
          Search
        </Button>
      </div>
      <p role="status" className="text-xs text-faint empty:hidden">
        {isBusy ? "Searching the EMR…" : problem}
      </p>
    </>
  );
  return (
    <CheckGroup
      {...field}
      value={value}
      onChange={onChange}
      options={options}
      before={searching}
      empty={type === "" ? "Items depend on the type." : "Search the catalog to see what can be ordered."}
    />
  );
}

/** The items of an order, ticked among what searches have found; typed where the EMR's catalog can't be searched. */
export function CatalogItemsField(props: ListWidgetProps) {
  const account = useAccount();
  const search = useOperation(SEARCH);
  if (search && isSupported(account, search)) return <FoundItems {...props} />;
  return <ChipsField {...props} help="This EMR's catalog can't be searched: enter the items' ids." />;
}
