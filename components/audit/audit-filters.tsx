"use client";

import { Button } from "#components/ui/button";
import { DateField } from "#components/ui/date-field";
import { FilterSearch } from "#components/ui/filter-search";
import { Select } from "#components/ui/select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import type { AuditEntryModel } from "#lib/models/audit-entry";
import { type AuditFilters, EVERYTHING } from "./filters.ts";

const ANY = "any";
const CHANGES = "changes";

const SHOWN = [
  { id: CHANGES, name: "Changes" },
  { id: EVERYTHING, name: "Everything" },
];

interface AuditFilterBarProps {
  filters: AuditFilters;
  filtered: boolean;
  /** What is listed now: the actions to choose from are those that were seen. */
  rows: readonly AuditEntryModel[];
  onChange: (changed: Partial<AuditFilters>) => void;
  onClear: () => void;
}

/** The filters of the audit log; what they say stands in the address. */
export function AuditFilterBar({ filters, filtered, rows, onChange, onClear }: AuditFilterBarProps) {
  const actions = useSeenChoices(
    rows.map(({ action }) => [action, action] as const),
    filters.action,
  );
  // One action is listed whatever it is.
  const shown = filters.show === EVERYTHING || filters.action !== "" ? EVERYTHING : CHANGES;
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter the audit log">
      <Select
        label="What is shown"
        hideLabel
        options={SHOWN}
        value={shown}
        onChange={(id) => onChange(id === CHANGES ? { show: "", action: "" } : { show: id })}
        className="w-32 max-sm:w-full"
      />
      <FilterSearch
        label="Who"
        placeholder="Who"
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
        className="w-44 max-sm:w-full"
      />
      <Select
        label="Action"
        hideLabel
        options={[{ id: ANY, name: "Any action" }, ...actions]}
        value={filters.action || ANY}
        onChange={(id) => onChange({ action: id === ANY ? "" : id })}
        className="w-48 max-sm:flex-1"
      />
      <FilterSearch
        label="Patient's MRN"
        placeholder="MRN"
        value={filters.patient_mrn}
        onChange={(patient_mrn) => onChange({ patient_mrn })}
        className="w-36 max-sm:flex-1"
      />
      <FilterSearch
        label="Record"
        placeholder="Record's id"
        value={filters.resource}
        onChange={(resource) => onChange({ resource })}
        className="w-40 max-sm:w-full"
      />
      <div className="flex items-center gap-2 max-sm:w-full">
        <DateField
          label="From"
          hideLabel
          value={filters.from}
          onChange={(from) => onChange({ from })}
          maxValue={filters.until || undefined}
          className="w-40 max-sm:flex-1"
        />
        <span aria-hidden="true" className="text-faint">
          –
        </span>
        <DateField
          label="Until"
          hideLabel
          value={filters.until}
          onChange={(until) => onChange({ until })}
          minValue={filters.from || undefined}
          className="w-40 max-sm:flex-1"
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
