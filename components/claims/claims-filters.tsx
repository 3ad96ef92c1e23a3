"use client";

import type { ReactNode } from "react";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterDays } from "#components/ui/filter-days";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { words } from "./words.ts";

/** The names of the filters, both in the URL and in GET /claims. */
export const CLAIM_FILTERS = ["service_from", "service_until", "claim_ids", "claim_status", "patient_mrn"] as const;

type Filters = Record<(typeof CLAIM_FILTERS)[number], string>;

interface ClaimsFilterBarProps {
  filters: Filters;
  filtered: boolean;
  /** The listed claims, whose statuses are the filter's options. */
  rows: readonly ClaimRecord[];
  /** The field that selects a patient. */
  patientFilter: ReactNode;
  onChange: (changed: Partial<Filters>) => void;
  onClear: () => void;
}

/** The filters of the claims, kept in the URL. */
export function ClaimsFilterBar({ filters, filtered, rows, patientFilter, onChange, onClear }: ClaimsFilterBarProps) {
  const statuses = useSeenChoices(
    rows.map(({ claim_status, claim_status_description }) => [claim_status, claim_status_description] as const),
    filters.claim_status,
  );
  const field = filterFields(filters, onChange);
  return (
    <FilterBar label={words.filterClaims} filtered={filtered} onClear={onClear}>
      <FilterSearch
        label={words.claimNumbers}
        placeholder={words.claimNumbers}
        value={filters.claim_ids}
        onChange={(text) =>
          onChange({
            claim_ids: text
              .split(/[\s,;]+/)
              .filter(Boolean)
              .join(","),
          })
        }
        className="w-44 @max-md:w-full"
      />
      {patientFilter}
      <FilterSelect
        label={words.status}
        any={words.anyStatus}
        options={statuses}
        {...field("claim_status")}
        className="w-44 @max-md:w-full"
      />
      <FilterDays
        of={words.serviceDate}
        from={filters.service_from}
        until={filters.service_until}
        onChange={({ from, until }) =>
          onChange({
            ...(from !== undefined && { service_from: from }),
            ...(until !== undefined && { service_until: until }),
          })
        }
      />
    </FilterBar>
  );
}
