"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Select } from "#components/ui/select";
import { useAccountId } from "#lib/client/account";
import { settings } from "#lib/client/settings";

/** As they stand in the address and in GET /referrals alike. */
export const REFERRAL_FILTERS = ["status", "direction", "patient_mrn"] as const;

type Filters = Record<(typeof REFERRAL_FILTERS)[number], string>;

const ANY = "any";

const DIRECTIONS = [
  { id: ANY, name: "Both directions" },
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
  const chosen = (id: string) => (id === ANY ? "" : id);
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter referrals">
      {patientFilter}
      <Select
        label="Status"
        hideLabel
        options={[{ id: ANY, name: "Any status" }, ...labels.map((name) => ({ id: name, name }))]}
        value={filters.status || ANY}
        onChange={(id) => onChange({ status: chosen(id) })}
        className="w-48 max-sm:flex-1"
      />
      <Select
        label="Direction"
        hideLabel
        options={DIRECTIONS}
        value={filters.direction || ANY}
        onChange={(id) => onChange({ direction: chosen(id) })}
        className="w-40 max-sm:flex-1"
      />
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
