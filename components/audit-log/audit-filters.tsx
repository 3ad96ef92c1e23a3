"use client";

import { FilterBar } from "#components/ui/filter-bar";
import { FilterChoice } from "#components/ui/filter-choice";
import { FilterDays } from "#components/ui/filter-days";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { useSeenChoices } from "#components/ui/use-seen-choices";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { type AuditFilters, EVERYTHING } from "./filters.ts";
import { words } from "./words.ts";

const CHANGES = "changes";

const SHOWN = [
  { id: CHANGES, name: words.changes },
  { id: EVERYTHING, name: words.everything },
];

interface AuditFilterBarProps {
  filters: AuditFilters;
  filtered: boolean;
  /** The listed entries, whose actions are the filter's options. */
  rows: readonly AuditEntryModel[];
  onChange: (changed: Partial<AuditFilters>) => void;
  onClear: () => void;
}

/** The filters of the audit log, kept in the URL. */
export function AuditFilterBar({ filters, filtered, rows, onChange, onClear }: AuditFilterBarProps) {
  const actions = useSeenChoices(
    rows.map(({ action }) => [action, action] as const),
    filters.action,
  );
  // A filter by one action lists it even if it is a read.
  const shown = filters.show === EVERYTHING || filters.action !== "" ? EVERYTHING : CHANGES;
  const field = filterFields(filters, onChange);
  return (
    <FilterBar label={words.filterLog} filtered={filtered} onClear={onClear}>
      <FilterChoice
        label={words.shownEntries}
        options={SHOWN}
        value={shown}
        onChange={(id) => onChange(id === CHANGES ? { show: "", action: "" } : { show: id })}
        className="w-32 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSearch
        label={words.who}
        placeholder={words.who}
        {...field("actor")}
        className="w-44 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSelect
        label={words.action}
        any={words.anyAction}
        options={actions}
        {...field("action")}
        className="w-48 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSearch
        label={words.patientMrn}
        placeholder={words.mrn}
        {...field("patient_mrn")}
        className="w-36 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSearch
        label={words.record}
        placeholder={words.recordId}
        {...field("resource")}
        className="w-40 @max-md:w-full"
      />
      <FilterDays from={filters.from} until={filters.until} onChange={onChange} />
    </FilterBar>
  );
}
