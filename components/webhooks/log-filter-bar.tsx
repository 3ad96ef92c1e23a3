"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import { DateField } from "#components/ui/date-field";
import { Select } from "#components/ui/select";
import { useAccountId } from "#lib/client/account";
import { webhookEndpoints } from "#lib/client/webhook-endpoints";
import { EVENT_TYPES, TEST_EVENT } from "#lib/events/types";
import { DELIVERY_LOOKS } from "./delivery-outcome.tsx";
import { shortUrl } from "./endpoint-words.ts";
import type { LogFilters } from "./log-filters.ts";

const ANY = "any";
const STATUSES = Object.entries(DELIVERY_LOOKS).map(([id, { word }]) => ({ id, name: word }));
const TYPES = [...EVENT_TYPES, TEST_EVENT].map((type) => ({ id: type, name: type }));

interface LogFilterBarProps {
  filters: LogFilters;
  filtered: boolean;
  onChange: (changed: Partial<LogFilters>) => void;
  onClear: () => void;
}

/** The filters of the delivery log; what they say stands in the address. */
export function LogFilterBar({ filters, filtered, onChange, onClear }: LogFilterBarProps) {
  const { data = [] } = useQuery(webhookEndpoints(useAccountId()));
  const { endpoint_id: endpoint } = filters;
  const known = data.map(({ id, url }) => ({ id, name: shortUrl(url) }));
  const endpoints =
    endpoint && !known.some(({ id }) => id === endpoint) ? [...known, { id: endpoint, name: "A deleted one" }] : known;
  const choice = (name: keyof LogFilters, label: string, options: { id: string; name: string }[], width: string) => (
    <Select
      label={label}
      hideLabel
      options={[{ id: ANY, name: `Any ${label.toLowerCase()}` }, ...options]}
      value={filters[name] || ANY}
      onChange={(id) => onChange({ [name]: id === ANY ? "" : id })}
      className={`${width} max-sm:w-full`}
    />
  );
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter the delivery log">
      {choice("event_types", "Event type", TYPES, "w-40")}
      {choice("endpoint_id", "Endpoint", endpoints, "w-40")}
      {choice("delivery_status", "Delivery", STATUSES, "w-34")}
      <div className="flex items-center gap-2 max-sm:w-full">
        <DateField
          label="From"
          hideLabel
          value={filters.from}
          maxValue={filters.until || undefined}
          onChange={(from) => onChange({ from })}
          className="w-38 max-sm:flex-1"
        />
        <span aria-hidden="true" className="text-sm text-faint">
          to
        </span>
        <DateField
          label="Until"
          hideLabel
          value={filters.until}
          minValue={filters.from || undefined}
          onChange={(until) => onChange({ until })}
          className="w-38 max-sm:flex-1"
        />
      </div>
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
