"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { IN_PROGRESS } from "#lib/browser/api/jobs";
import { useJobTypes } from "#lib/browser/session/account";
import { mrnWords } from "#lib/resources/patients/mrn";
import type { ActivityFilters } from "./filter-names.ts";
import { words } from "./words.ts";

const STATUSES = [
  { id: IN_PROGRESS, name: words.inProgress },
  { id: "completed", name: words.completed },
  { id: "failed", name: words.failed },
  { id: "cancelled", name: words.cancelled },
];

const IN_DOUBT = [
  { id: "true", name: words.mayBeHeld },
  { id: "false", name: words.notInDoubt },
];

interface ActivityFilterBarProps {
  filters: ActivityFilters;
  filtered: boolean;
  onChange: (changed: Partial<ActivityFilters>) => void;
  onClear: () => void;
}

/** Shows the search and filters of Activity, which are kept in the URL. */
export function ActivityFilterBar({ filters, filtered, onChange, onClear }: ActivityFilterBarProps) {
  const jobTypes = useJobTypes();
  const types = jobTypes.map(({ id, name }) => ({ id, name }));

  const field = filterFields(filters, onChange);
  return (
    <FilterBar label={words.filterJobs} filtered={filtered} onClear={onClear}>
      <FilterSearch
        label={words.searchJobs}
        placeholder={words.searchBy}
        {...field("q")}
        className="w-64 @max-md:w-full"
      />
      <FilterSelect
        label={words.type}
        any={words.anyType}
        options={types}
        {...field("type")}
        className="w-36 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSelect
        label={words.status}
        any={words.anyStatus}
        options={STATUSES}
        {...field("status")}
        className="w-36 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSelect
        label={words.inDoubt}
        any={words.anyOutcome}
        options={IN_DOUBT}
        {...field("ambiguous")}
        className="w-44 @max-md:grow @max-md:basis-2/5"
      />
      <FilterSearch
        label={words.whoAsked}
        placeholder={words.byWhom}
        {...field("by")}
        className="w-36 @max-md:grow @max-md:basis-2/5"
      />
      {filters.patient ? (
        <Button size="sm" icon={<X aria-hidden="true" />} onPress={() => onChange({ patient: "" })}>
          {mrnWords(filters.patient)}
        </Button>
      ) : null}
    </FilterBar>
  );
}
