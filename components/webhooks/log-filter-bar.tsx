"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterDays } from "#components/ui/filter-days";
import { FilterSelect } from "#components/ui/filter-select";
import { webhookEndpoints } from "#lib/browser/api/webhook-endpoints";
import { useAccountId } from "#lib/browser/session/account";
import { EVENT_TYPES, TEST_EVENT } from "#lib/webhooks/events/types";
import { DELIVERY_LOOKS } from "./delivery-outcome.tsx";
import { shortUrl } from "./endpoint-words.ts";
import type { LogFilters } from "./log-filters.ts";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

const STATUSES = Object.entries(DELIVERY_LOOKS).map(([id, { word }]) => ({ id, name: word }));
const TYPES = [...EVENT_TYPES, TEST_EVENT].map((type) => ({ id: type, name: type }));

interface LogFilterBarProps {
  filters: LogFilters;
  filtered: boolean;
  onChange: (changed: Partial<LogFilters>) => void;
  onClear: () => void;
}

/** Shows the delivery log's filters, which are kept in the URL. */
export function LogFilterBar({ filters, filtered, onChange, onClear }: LogFilterBarProps) {
  const { data = [] } = useQuery(webhookEndpoints(useAccountId()));
  const { endpoint_id: endpoint } = filters;
  const known = data.map(({ id, url }) => ({ id, name: shortUrl(url) }));
  const endpoints =
    endpoint && !known.some(({ id }) => id === endpoint)
      ? [...known, { id: endpoint, name: words.aDeletedEndpoint }]
      : known;
  const choice = (name: keyof LogFilters, label: string, options: { id: string; name: string }[], width: string) => (
    <FilterSelect
      label={label}
      any={words.any(label.toLowerCase())}
      options={options}
      value={filters[name]}
      onChange={(value) => onChange({ [name]: value })}
      className={`${width} @max-md:grow @max-md:basis-2/5`}
    />
  );
  return (
    <FilterBar label={words.filterTheDeliveryLog} filtered={filtered} onClear={onClear}>
      {choice("event_types", words.eventType, TYPES, "w-40")}
      {choice("endpoint_id", pageWords.endpoint, endpoints, "w-40")}
      {choice("delivery_status", words.delivery, STATUSES, "w-34")}
      <FilterDays from={filters.from} until={filters.until} onChange={onChange} />
    </FilterBar>
  );
}
