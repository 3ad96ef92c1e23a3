"use client";

import { type RefObject, useEffect, useState } from "react";
import type { DateCalendar } from "./date-calendar.tsx";
import { DateNote } from "./date-note.tsx";
import type { DayInputProps } from "./day-input-props.ts";
import { type DateInField, seeDate } from "./typed-day.ts";

interface DatePartsProps extends Pick<DayInputProps, "label" | "minValue" | "maxValue" | "inForm"> {
  id: string;
  field: DateInField;
  box: RefObject<HTMLElement | null>;
  /** True if the calendar is open. */
  isOpen: boolean;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** What stands below a date field: the note, and the calendar while it is open. */
export function DateParts(props: DatePartsProps) {
  const { label, minValue, maxValue, inForm = false, id, field, box, isOpen, onChoose, onClose } = props;
  const { range, ...seen } = seeDate(field);
  const [Calendar, setCalendar] = useState<typeof DateCalendar | null>(null);
  // Most of the field's code: it is there by the time that the button is pressed, or opening it retries.
  useEffect(() => {
    if (!isOpen && !field.entered) return;
    import("./date-calendar.tsx").then(
      (module) => setCalendar(() => module.DateCalendar),
      () => undefined,
    );
  }, [isOpen, field.entered]);
  const chooseMeant = (day: string) => {
    onChoose(day);
    // The button of the day goes with the question.
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <DateNote id={`${id}-note`} {...seen} onChoose={chooseMeant} floats={!inForm} />
      {isOpen && Calendar ? (
        <Calendar
          label={label}
          field={box}
          value={seen.day}
          minValue={minValue || range.first}
          maxValue={maxValue || range.last}
          onChoose={onChoose}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}
