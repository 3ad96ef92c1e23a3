"use client";

import { type CalendarDate, parseDate } from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { DatePicker as AriaDatePicker, DateInput, DateSegment, Group } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD, FieldLabel, FieldNote, type FieldProps } from "./field.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { Popover } from "./popover.tsx";

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or "" for none. */
  value: string;
  onChange: (date: string) => void;
  /** YYYY-MM-DD; days outside can't be chosen in the calendar. */
  minValue?: string | undefined;
  maxValue?: string | undefined;
  /** Puts the label out of sight, where the place says what it is (a filter bar). */
  hideLabel?: boolean;
  /** Width alone. */
  className?: string;
}

/** The date that a text names, or null where it names none. */
function dateOf(text: string | undefined): CalendarDate | null {
  if (!text) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** A day, typed digit by digit or picked from a calendar. */
export function DateField({
  label,
  help,
  error,
  value,
  onChange,
  minValue,
  maxValue,
  hideLabel = false,
  className,
  required,
  disabled,
  name,
  onBlur,
}: DateFieldProps) {
  return (
    <AriaDatePicker<CalendarDate>
      {...(hideLabel && { "aria-label": label })}
      {...(name && { name })}
      {...(onBlur && { onBlur })}
      value={dateOf(value)}
      onChange={(date) => onChange(date === null ? "" : date.toString())}
      minValue={dateOf(minValue)}
      maxValue={dateOf(maxValue)}
      granularity="day"
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classes(FIELD, className)}
    >
      {!hideLabel && <FieldLabel required={required}>{label}</FieldLabel>}
      <Group className={classes(CONTROL, CONTROL_LINE, "flex items-center")}>
        <DateInput className="flex min-w-0 flex-1 items-center pl-2 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-sm px-0.5 outline-none data-focused:bg-accent data-focused:text-accent-on data-placeholder:text-faint data-focused:data-placeholder:text-accent-on data-[type=literal]:px-0 data-[type=literal]:text-faint"
            />
          )}
        </DateInput>
        <Button className="flex h-full w-8 shrink-0 items-center justify-center rounded-md text-faint data-hovered:text-fg pointer-coarse:w-10">
          <CalendarDays aria-hidden="true" className="size-4" />
        </Button>
      </Group>
      <FieldNote help={help} error={error} />
      <Popover>
        <Dialog className="p-3 outline-none">
          <MonthGrid />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}
