"use client";

import { DateField } from "#components/ui/date-field";
import { TimeField } from "#components/ui/time-field";
import { dateTimeOf, partsOf } from "./date-time-parts.ts";
import type { WidgetProps } from "./widget-props.ts";
import { words } from "./words.ts";

/** Edits a day and a time at the clinic, side by side. */
export function DateTimeField({ value, onChange, label, error, help, name, ...shared }: WidgetProps) {
  const { day, time } = partsOf(value);
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
      <DateField
        {...shared}
        {...(name && { name })}
        label={label}
        help={help}
        error={error}
        days="visit"
        keepsText
        value={day}
        onChange={(changed) => onChange(dateTimeOf({ day: changed, time }))}
      />
      <TimeField
        {...shared}
        label={words.time}
        {...(error && time === "" && { error: words.enterTime })}
        value={time}
        onChange={(changed) => onChange(dateTimeOf({ day, time: changed }))}
      />
    </div>
  );
}
