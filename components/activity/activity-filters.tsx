"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button";
import { FilterSearch } from "#components/ui/filter-search";
import { Select } from "#components/ui/select";
import { useJobTypes } from "#lib/client/account";
import { mrnWords } from "#lib/core/mrn";
import type { ActivityFilters } from "./filter-names.ts";

const ANY = "any";
const STATUSES = [
  { id: ANY, name: "Any status" },
  { id: "queued,running", name: "In progress" },
  { id: "completed", name: "Completed" },
  { id: "failed", name: "Failed" },
  { id: "cancelled", name: "Cancelled" },
];

interface ActivityFilterBarProps {
  filters: ActivityFilters;
  filtered: boolean;
  onChange: (changed: Partial<ActivityFilters>) => void;
  onClear: () => void;
}

/** Search and filters of Activity; what they say stands in the address. */
export function ActivityFilterBar({ filters, filtered, onChange, onClear }: ActivityFilterBarProps) {
  const jobTypes = useJobTypes();
  const types = [{ id: ANY, name: "Any type" }, ...jobTypes.map(({ id, name }) => ({ id, name }))];
  const chosen = (id: string) => (id === ANY ? "" : id);

  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter jobs">
      <FilterSearch
        label="Search jobs"
        placeholder="Job, patient or MRN"
        value={filters.q}
        onChange={(q) => onChange({ q })}
        className="w-64 max-sm:w-full"
      />
      <Select
        label="Type"
        hideLabel
        options={types}
        value={filters.type || ANY}
        onChange={(id) => onChange({ type: chosen(id) })}
        className="w-36 max-sm:flex-1"
      />
      <Select
        label="Status"
        hideLabel
        options={STATUSES}
        value={filters.status || ANY}
        onChange={(id) => onChange({ status: chosen(id) })}
        className="w-36 max-sm:flex-1"
      />
      <FilterSearch
        label="Who asked"
        placeholder="By whom"
        value={filters.by}
        onChange={(by) => onChange({ by })}
        className="w-36 max-sm:w-full"
      />
      {filters.patient ? (
        <Button size="sm" icon={<X aria-hidden="true" />} onPress={() => onChange({ patient: "" })}>
          {mrnWords(filters.patient)}
        </Button>
      ) : null}
      {filtered ? (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
