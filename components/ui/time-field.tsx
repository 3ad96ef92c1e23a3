"use client";

import { parseTime, type Time } from "@internationalized/date";
import { TimeField as AriaTimeField, DateInput, DateSegment } from "react-aria-components/TimeField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";

interface TimeFieldProps extends FieldProps {
  /** HH:MM:SS, or "" for none. */
  value: string;
  onChange: (time: string) => void;
  /** Width only. */
  className?: string;
  /** The element's id, so that other code can move the focus to it. */
  id?: string;
}

/** Parses a time; null if the text is no time. */
function timeOf(text: string): Time | null {
  try {
    return parseTime(text);
  } catch {
    return null;
  }
}

/** Edits a time of day, typed digit by digit. */
export function TimeField({ value, onChange, className, id, ...field }: TimeFieldProps) {
  return (
    <AriaTimeField<Time>
      {...fieldState(field)}
      {...(id && { id })}
      value={timeOf(value)}
      onChange={(time) => onChange(time === null ? "" : time.toString().slice(0, 8))}
      granularity="minute"
      className={classes(FIELD, className)}
    >
      <FieldParts {...field}>
        <DateInput className={classes(CONTROL, CONTROL_LINE, "flex items-center px-2 tabular-nums")}>
          {(segment) => (
            <DateSegment
              segment={segment}
              className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm outline-none data-[type=literal]:min-w-0 data-focused:bg-accent data-focused:text-accent-on data-placeholder:text-faint data-focused:data-placeholder:text-accent-on data-[type=literal]:text-faint"
            />
          )}
        </DateInput>
      </FieldParts>
    </AriaTimeField>
  );
}
