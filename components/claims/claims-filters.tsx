"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button";
import { DateField } from "#components/ui/date-field";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { mrnWords } from "#lib/resources/patients/mrn";

/** The names of the filters, both in the URL and in GET /claims. */
export const CLAIM_FILTERS = ["service_date", "claim_ids", "claim_status", "patient_mrn"] as const;

type Filters = Record<(typeof CLAIM_FILTERS)[number], string>;

interface ClaimsFilterBarProps {
  filters: Filters;
  filtered: boolean;
  /** The listed claims, whose statuses are the filter's options. */
  rows: readonly ClaimRecord[];
  onChange: (changed: Partial<Filters>) => void;
  onClear: () => void;
}

/** The filters of the claims, kept in the URL. */
export function ClaimsFilterBar({ filters, filtered, rows, onChange, onClear }: ClaimsFilterBarProps) {
  const statuses = useSeenChoices(
    rows.map(({ claim_status, claim_status_description }) => [claim_status, claim_status_description] as const),
    filters.claim_status,
  );
  const field = filterFields(filters, onChange);
  return (
    <FilterBar label="Filter claims" filtered={filtered} onClear={onClear}>
      <FilterSearch
        label="Claim numbers"
        placeholder="Claim numbers"
        value={filters.claim_ids}
        onChange={(text) =>
          onChange({
            claim_ids: text
              .split(/[\s,;]+/)
              .filter(Boolean)
              .join(","),
          })
        }
        className="w-56 max-sm:w-full"
      />
      <DateField label="Service date" hideLabel {...field("service_date")} className="w-40 max-sm:flex-1" />
      <FilterSelect
        label="Status"
        any="Any status"
        options={statuses}
        {...field("claim_status")}
        className="w-48 max-sm:flex-1"
      />
      {filters.patient_mrn ? (
        <Button icon={<X aria-hidden="true" />} onPress={() => onChange({ patient_mrn: "" })}>
          {mrnWords(filters.patient_mrn)}
        </Button>
      ) : null}
    </FilterBar>
  );
}
