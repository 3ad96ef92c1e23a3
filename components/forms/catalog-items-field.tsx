"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useCatalogSearch } from "#components/jobs/use-catalog-search";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { ChipsField } from "#components/ui/chips-field";
import { SearchField } from "#components/ui/search-field";
import { orderCatalog } from "#lib/browser/api/order-catalog";
import { letters } from "#lib/browser/page/matches-words";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { ListWidgetProps } from "./widget-props.ts";
import { words } from "./words.ts";

/** Maximum page size of a search (interface 4.4). */
const PAGE_SIZE = 100;

function FoundItems({ value, onChange, ...field }: ListWidgetProps) {
  const { id: accountId } = useAccount();
  const type = String(useWatch({ name: "type" }) ?? "");
  const [text, setText] = useState("");
  const { search, isBusy, problem, found: page } = useCatalogSearch(accountId);
  const [asked, setAsked] = useState("");
  const known = useQuery({ ...orderCatalog(accountId, type), enabled: type !== "" });
  const found = known.data ?? [];
  const searched = letters(text).trim();
  const ids = new Set(found.map(({ item_id }) => item_id));
  const options = [
    ...value.filter((id) => !ids.has(id)).map((id) => ({ id, name: id })),
    ...found
      .filter(({ item_id, name }) => value.includes(item_id) || letters(name).includes(searched))
      .map(({ item_id, name, billable }) => ({
        id: item_id,
        name,
        ...(billable ? {} : { detail: words.notBillable }),
      })),
  ];
  const ask = (query: string, number: number) => {
    if (type === "" || isBusy) return;
    setAsked(query);
    search({ type, page_size: PAGE_SIZE, page: number, ...(query ? { query } : {}) });
  };
  const start = () => ask(text.trim(), 1);
  const next = page?.has_more && page.type === type && asked === text.trim() ? page.page + 1 : null;
  const searching = (
    <>
      <div className="flex gap-2">
        <SearchField
          label={words.searchTheCatalog}
          placeholder={type === "" ? words.chooseTypeFirst : words.searchTheCatalog}
          value={text}
          onChange={setText}
          onEnter={start}
          className="flex-1"
        />
        <Button icon={<Search aria-hidden="true" />} pending={isBusy} isDisabled={type === ""} onPress={start}>
          {words.search}
        </Button>
      </div>
      <p role="status" className="text-xs text-faint empty:hidden">
        {isBusy ? words.searching : problem}
      </p>
    </>
  );
  return (
    <div className="flex flex-col gap-2">
      <CheckGroup
        {...field}
        value={value}
        onChange={onChange}
        options={options}
        before={searching}
        loading={known.isLoading}
        onRetry={known.isError ? () => void known.refetch() : undefined}
        empty={type === "" ? words.itemsByType : words.searchToSee}
      />
      {next ? (
        <Button variant="quiet" pending={isBusy} onPress={() => ask(asked, next)} className="self-start">
          {words.showMore}
        </Button>
      ) : null}
    </div>
  );
}

/** Selects an order's items from search results; a text list if the EMR's catalog cannot be searched. */
export function CatalogItemsField(props: ListWidgetProps) {
  const account = useAccount();
  const search = useOperationAt("order-catalog");
  if (search && isSupported(account, search)) return <FoundItems {...props} />;
  return <ChipsField {...props} help={words.noCatalogSearch} />;
}
