"use client";

import { type CalendarDate, parseDate } from "@internationalized/date";
import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { MonthGrid } from "./month-grid.tsx";
import { Popover } from "./popover.tsx";

interface DateCalendarProps {
  label: string;
  /** The field that the calendar stands beside. */
  field: RefObject<HTMLElement | null>;
  /** YYYY-MM-DD, or "" for none; so are the limits. */
  value: string;
  minValue: string | undefined;
  maxValue: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

const dateOf = (text: string | undefined): CalendarDate | null => (text ? parseDate(text) : null);

/** The calendar of a date field. `DateField` loads it on demand. */
export function DateCalendar(props: DateCalendarProps) {
  const { label, field, value, minValue, maxValue, onChoose, onClose } = props;
  return (
    <Popover triggerRef={field} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} placement="bottom end">
      <Dialog aria-label={label} className="p-3 outline-none">
        <MonthGrid
          value={dateOf(value)}
          minValue={dateOf(minValue)}
          maxValue={dateOf(maxValue)}
          onChange={(date) => {
            onChoose(date.toString());
            onClose();
          }}
        />
      </Dialog>
    </Popover>
  );
}
