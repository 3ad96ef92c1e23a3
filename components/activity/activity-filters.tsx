"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { SearchField } from "#components/ui/search-field";
import { Select } from "#components/ui/select";
import { useJobTypes } from "#lib/client/account";
import { mrnWords } from "#lib/core/mrn";
import type { ActivityFilters } from "./use-activity.ts";

/** Typing pauses this long before the list is asked for. */
const PAUSE_MS = 250;

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
  const [text, setText] = useState(filters.q);
  useEffect(() => setText(filters.q), [filters.q]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    if (text.trim() === filters.q) return;
    const timer = setTimeout(() => onChange({ q: text.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const types = [{ id: ANY, name: "Any type" }, ...jobTypes.map(({ id, name }) => ({ id, name }))];
  const chosen = (id: string) => (id === ANY ? "" : id);

  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter jobs">
      <SearchField
        label="Search jobs"
        placeholder="Job, patient or MRN"
        value={text}
        onChange={setText}
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
