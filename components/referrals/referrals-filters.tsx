"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSelect } from "#components/ui/filter-select";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";
import { words as digestWords } from "./digest-words.ts";
import { words } from "./words.ts";

/** The names of the filters, both in the URL and in GET /referrals. */
export const REFERRAL_FILTERS = ["status", "direction", "patient_mrn"] as const;

type Filters = Record<(typeof REFERRAL_FILTERS)[number], string>;

const DIRECTIONS = [
  { id: "incoming", name: digestWords.incoming },
  { id: "outgoing", name: digestWords.outgoing },
];

interface ReferralsFilterBarProps {
  filters: Filters;
  filtered: boolean;
  /** The field that selects a patient. */
  patientFilter: ReactNode;
  onChange: (changed: Partial<Filters>) => void;
  onClear: () => void;
}

/** The filters of the referrals, kept in the URL. The statuses are the EMR's own. */
export function ReferralsFilterBar({ filters, filtered, patientFilter, onChange, onClear }: ReferralsFilterBarProps) {
  const { data } = useQuery(settings(useAccountId()));
  const known = (data?.referral_statuses ?? []).map(({ name }) => name);
  const labels = filters.status === "" || known.includes(filters.status) ? known : [filters.status, ...known];
  const field = filterFields(filters, onChange);
  return (
    <FilterBar label={words.filterReferrals} filtered={filtered} onClear={onClear}>
      {patientFilter}
      <FilterSelect
        label={words.status}
        any={words.anyStatus}
        options={labels.map((name) => ({ id: name, name }))}
        {...field("status")}
        className="w-48 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSelect
        label={words.direction}
        any={words.bothDirections}
        options={DIRECTIONS}
        {...field("direction")}
        className="w-40 @max-md:grow @max-md:basis-2/5"
      />
    </FilterBar>
  );
}
