"use client";

import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE, FIELD } from "./control-look.ts";
import type { DayInputProps } from "./day-input-props.ts";
import { dayText, isMonthFirst } from "./shown-day.ts";
import { useTypedDay } from "./use-typed-day.ts";
import { words } from "./words.ts";

/**
 * Edits a day without a visible label, as in a filter bar: typed or pasted in any usual way or picked from a calendar. What was understood is said in words beside
 * it; what is no date stays as it was typed, with what was expected. What reads and says it, and the calendar, load on
 * intent.
 */
export function DayInput(props: DayInputProps) {
  const { label, required, disabled, keepsText, inForm, className } = props;
  const own = useId();
  const id = props.id ?? own;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { field, reading, type, choose, commit, enter, leave } = useTypedDay(props, isOpen);
  const isWrong = reading?.seeDate(field).isWrong;

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || keepsText) return;
    event.preventDefault();
    commit();
  };
  return (
    <div className={classes(FIELD, "relative", className)}>
      <div
        ref={box}
        data-invalid={isWrong || undefined}
        className={classes(
          CONTROL,
          CONTROL_LINE,
          "flex items-center focus-within:border-accent focus-within:outline-2 hover:border-line-strong",
        )}
      >
        <input
          id={id}
          value={field.text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onFocus={enter}
          onBlur={leave}
          onKeyDown={press}
          placeholder={isMonthFirst() ? "mm/dd/yyyy" : dayText("2026-11-25")}
          disabled={disabled}
          autoComplete="off"
          aria-label={label}
          aria-describedby={`${id}-note`}
          aria-required={required}
          aria-invalid={isWrong}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent pl-2.5 tabular-nums outline-none placeholder:text-faint"
        />
        <button
          type="button"
          disabled={disabled}
          aria-label={words.calendar}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="flex h-full w-8 shrink-0 items-center justify-center rounded-md text-faint hover:text-fg pointer-coarse:w-10"
        >
          <CalendarDays aria-hidden="true" className="size-4" />
        </button>
      </div>
      {reading ? (
        <reading.DateParts
          {...props}
          id={id}
          field={field}
          box={box}
          isOpen={isOpen}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      ) : (
        <span className={inForm ? "min-h-4" : "hidden min-h-4 @max-2xl:block"} />
      )}
    </div>
  );
}
