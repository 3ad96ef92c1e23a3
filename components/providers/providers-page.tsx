"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Stethoscope } from "lucide-react";
import { useMemo } from "react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { Banner } from "#components/ui/banner";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { liveProviders } from "#lib/browser/api/providers";
import { useListFilters } from "#lib/browser/page/list-filters";
import { matchesWords } from "#lib/browser/page/matches-words";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import type { ProviderModel } from "#lib/resources/providers/model";
import { type ListedProvider, ProviderAround } from "./provider-row.tsx";
import { providersColumns } from "./providers-columns.tsx";
import { REFUSAL } from "./refusal.ts";
import { useScheduleSyncs } from "./use-schedule-syncs.ts";
import { words } from "./words.ts";

const FILTERS = ["q", "status"] as const;

const STATUSES = [
  { id: "active", name: words.active },
  { id: "inactive", name: words.inactive },
];

const PROVIDERS = ["provider", "providers"] as const;

const keyOf = ({ provider }: ListedProvider) => provider.id;

const searchedText = ({ first_name, last_name, specialty, ehr_id, npi }: ProviderModel) =>
  [first_name, last_name, specialty, ehr_id, npi].join(" ");

/** The page of the practice's providers with the switches for synchronization and availability. */
export function ProvidersPage() {
  const notShown = useNotShown("providers");
  const mayChange = useMay("providers:update");
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const query = useQuery(liveProviders(useQueryClient(), useAccountId()));
  const schedules = useScheduleSyncs();
  const shown = (query.data ?? []).filter(
    (provider) =>
      matchesWords(searchedText(provider), filters.q) && (filters.status === "" || provider.status === filters.status),
  );
  const refusal = mayChange ? null : REFUSAL;
  const rows = shown.map((provider) => ({ provider, schedule: schedules.get(provider.id), refusal }));
  const accountId = useAccountId();
  const table = useTable(
    "providers",
    useMemo(() => providersColumns(accountId), [accountId]),
  );
  const field = filterFields(filters, change);
  return (
    <ListPage
      title={words.providers}
      filterBar={
        <FilterBar label={words.filterProviders} filtered={filtered} onClear={clear}>
          <FilterSearch
            label={words.searchProviders}
            placeholder={words.searchBy}
            {...field("q")}
            className="w-72 @max-md:w-full"
          />
          <FilterSelect
            label={words.status}
            any={words.anyStatus}
            options={STATUSES}
            {...field("status")}
            className="w-36"
          />
        </FilterBar>
      }
      intro={
        mayChange ? null : (
          <Banner tone="info" title={REFUSAL}>
            {words.readOnlyList}
          </Banner>
        )
      }
      views={viewsOf("providers", { filters, change }, table)}
      things={PROVIDERS}
      table={table}
      query={query}
      listKey={JSON.stringify(filters)}
      counted={{ loaded: query.isPending ? null : shown.length, hasMore: false }}
      onClear={filtered && !notShown ? clear : undefined}
      empty={
        <EmptyState icon={<Stethoscope aria-hidden="true" />} title={words.noProviders} instead={notShown}>
          {words.noProvidersHint}
        </EmptyState>
      }
    >
      <DataTable label={words.providers} table={table} rows={rows} keyOf={keyOf} around={ProviderAround} isUneven />
    </ListPage>
  );
}
