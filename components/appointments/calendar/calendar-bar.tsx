"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { words } from "#components/appointments/words.ts";
import { Button } from "#components/ui/button";
import { DayInput } from "#components/ui/day-input";
import { IconButton } from "#components/ui/icon-button";
import { addDays } from "#lib/kernel/dates";
import { stepOf, type View } from "./calendar-place.ts";

interface CalendarBarProps {
  view: Exclude<View, "table">;
  /** YYYY-MM-DD. */
  day: string;
  /** Called with a day, or "" for the present day. */
  onChange: (day: string) => void;
}

/** Buttons for the previous and next part of the calendar, today, and any day. */
export function CalendarBar({ view, day, onChange }: CalendarBarProps) {
  const step = stepOf(view);
  const part = view === "day" ? "day" : "week";
  return (
    <fieldset aria-label={words.shownDays} className="flex items-start gap-1 max-sm:@container max-sm:w-full">
      <IconButton label={words.previous(part)} onPress={() => onChange(addDays(day, -step))}>
        <ChevronLeft />
      </IconButton>
      <DayInput
        label={words.day}
        days="coming"
        value={day}
        onChange={(chosen) => onChange(chosen)}
        className="w-38 max-sm:flex-1"
      />
      <IconButton label={words.next(part)} onPress={() => onChange(addDays(day, step))}>
        <ChevronRight />
      </IconButton>
      <Button onPress={() => onChange("")}>{words.today}</Button>
    </fieldset>
  );
}
