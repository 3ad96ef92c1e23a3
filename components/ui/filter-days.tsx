"use client";

import { DateField } from "./date-field.tsx";

interface FilterDaysProps {
  /** YYYY-MM-DD, or "" for no limit. */
  from: string;
  until: string;
  onChange: (changed: { from?: string; until?: string }) => void;
}

/** Filters a list by a range of days; either end may stay open. */
export function FilterDays({ from, until, onChange }: FilterDaysProps) {
  return (
    <div className="flex items-start gap-2 max-sm:w-full sm:min-w-83">
      <DateField
        label="From"
        hideLabel
        value={from}
        onChange={(day) => onChange({ from: day })}
        maxValue={until || undefined}
        className="w-38 max-sm:flex-1"
      />
      <span aria-hidden="true" className="text-sm leading-8 text-faint pointer-coarse:leading-10">
        to
      </span>
      <DateField
        label="Until"
        hideLabel
        value={until}
        onChange={(day) => onChange({ until: day })}
        minValue={from || undefined}
        error={from && until && until < from ? "Before the first day" : undefined}
        className="w-38 max-sm:flex-1"
      />
    </div>
  );
}
