"use client";

import { DayInput } from "./day-input.tsx";
import { words } from "./words.ts";

interface FilterDaysProps {
  /** The name of the date, if the list has several: "Service date". */
  of?: string;
  /** YYYY-MM-DD, or "" for no limit. */
  from: string;
  until: string;
  onChange: (changed: { from?: string; until?: string }) => void;
}

/** Filters a list of what has happened by a range of days; either end may stay open. */
export function FilterDays({ of, from, until, onChange }: FilterDaysProps) {
  return (
    <div className="flex flex-wrap items-start gap-2 @max-md:w-full @md:min-w-83">
      {of ? (
        <span
          aria-hidden="true"
          className="text-sm leading-8 whitespace-nowrap text-muted @max-md:w-full @max-md:leading-5"
        >
          {of}
        </span>
      ) : null}
      <DayInput
        label={of ? words.fromOf(of) : words.from}
        days="history"
        value={from}
        onChange={(day) => onChange({ from: day })}
        maxValue={until || undefined}
        className="w-38 @max-md:flex-1"
      />
      {/* The word stays with the second day where the two days do not fit side by side. */}
      <span className="flex items-start gap-2 @max-md:contents">
        <span aria-hidden="true" className="text-sm leading-8 text-faint pointer-coarse:leading-10">
          {words.to}
        </span>
        <DayInput
          label={of ? words.untilOf(of) : words.until}
          days="history"
          value={until}
          onChange={(day) => onChange({ until: day })}
          minValue={from || undefined}
          error={from && until && until < from ? words.beforeFirstDay : undefined}
          className="w-38 @max-md:flex-1"
        />
      </span>
    </div>
  );
}
