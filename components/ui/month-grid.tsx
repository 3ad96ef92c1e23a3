"use client";

import type { CalendarDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { Heading } from "react-aria-components/Heading";

const TURN =
  "flex size-8 items-center justify-center rounded-md text-muted data-hovered:bg-hover data-disabled:opacity-40";

interface MonthGridProps {
  value: CalendarDate | null;
  minValue: CalendarDate | null;
  maxValue: CalendarDate | null;
  onChange: (date: CalendarDate) => void;
}

/** Shows the days of a month, to choose one. */
export function MonthGrid(props: MonthGridProps) {
  return (
    // The user opened the calendar to choose in it.
    <Calendar<CalendarDate> {...props} autoFocus>
      <header className="mb-2 flex items-center justify-between gap-2">
        <Button slot="previous" className={TURN}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Heading className="text-sm font-medium" />
        <Button slot="next" className={TURN}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </header>
      <CalendarGrid className="border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="size-8 text-xs font-normal text-faint">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isToday }) =>
                `flex size-8 items-center justify-center rounded-md text-sm tabular-nums outline-offset-1 data-hovered:bg-hover data-outside-month:invisible data-disabled:text-faint data-disabled:opacity-50 data-unavailable:line-through data-selected:bg-accent data-selected:font-medium data-selected:text-accent-on forced-choice pointer-coarse:size-10 ${isToday ? "font-semibold text-accent-text" : ""}`
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
