"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterSelect } from "#components/ui/filter-select";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";

/** As they stand in the address and in GET /referrals alike. */
export const REFERRAL_FILTERS = ["status", "direction", "patient_mrn"] as const;

type Filters = Record<(typeof REFERRAL_FILTERS)[number], string>;

const DIRECTIONS = [
  { id: "incoming", name: "Incoming" },
  { id: "outgoing", name: "Outgoing" },
];

interface ReferralsFilterBarProps {
  filters: Filters;
  filtered: boolean;
  /** The field that chooses a patient. */
  patientFilter: ReactNode;
  onChange: (changed: Partial<Filters>) => void;
  onClear: () => void;
}

/** The filters of the referrals; what they say stands in the address. The statuses are the EMR's own. */
export function ReferralsFilterBar({ filters, filtered, patientFilter, onChange, onClear }: ReferralsFilterBarProps) {
  const { data } = useQuery(settings(useAccountId()));
  const known = (data?.referral_statuses ?? []).map(({ name }) => name);
  const labels = filters.status === "" || known.includes(filters.status) ? known : [filters.status, ...known];
  return (
    <FilterBar label="Filter referrals" filtered={filtered} onClear={onClear}>
      {patientFilter}
      <FilterSelect
        label="Status"
        any="Any status"
        options={labels.map((name) => ({ id: name, name }))}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        className="w-48 max-sm:flex-1"
      />
      <FilterSelect
        label="Direction"
        any="Both directions"
        options={DIRECTIONS}
        value={filters.direction}
        onChange={(direction) => onChange({ direction })}
        className="w-40 max-sm:flex-1"
      />
    </FilterBar>
  );
}
