"use client";

import { type CalendarDate, parseDate } from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { DatePicker as AriaDatePicker, DateInput, DateSegment, Group } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import type { DateFieldProps, Entered } from "./date-field-props.ts";
import { FieldParts, fieldState } from "./field.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { Popover } from "./popover.tsx";

interface DatePickerProps extends DateFieldProps {
  entered: Entered | null;
}

/** Parses a date; null if the text is no date. */
function dateOf(text: string | undefined): CalendarDate | null {
  if (!text) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** Edits a day, typed digit by digit or picked from a calendar. `DateField` loads it on demand. */
export function DatePicker({
  entered,
  value,
  onChange,
  minValue,
  maxValue,
  hideLabel = false,
  className,
  ...field
}: DatePickerProps) {
  const group = useRef<HTMLDivElement>(null);
  const focusEntered = useEffectEvent(() => {
    const part = { segments: '[role="spinbutton"]', calendar: "button", press: null }[entered ?? "press"];
    if (part) group.current?.querySelector<HTMLElement>(part)?.focus();
  });
  // Once: the picker takes the place of the field that was entered.
  useEffect(() => focusEntered(), []);
  return (
    <AriaDatePicker<CalendarDate>
      {...fieldState(field)}
      {...(hideLabel && { "aria-label": field.label })}
      value={dateOf(value)}
      onChange={(date) => onChange(date === null ? "" : date.toString())}
      minValue={dateOf(minValue)}
      maxValue={dateOf(maxValue)}
      granularity="day"
      defaultOpen={entered === "press"}
      className={classes(FIELD, className)}
    >
      <FieldParts {...field} hideLabel={hideLabel}>
        <Group ref={group} className={classes(CONTROL, CONTROL_LINE, "flex items-center")}>
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
      </FieldParts>
      <Popover>
        <Dialog className="p-3 outline-none">
          <MonthGrid />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}
