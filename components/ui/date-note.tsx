"use client";

import { dateFormat } from "#lib/kernel/date-format";
import { classes } from "./classes.ts";
import { ErrorMark } from "./error-line.tsx";

interface DateNoteProps {
  id: string;
  /** Null for nothing: an inline note then keeps its line. */
  note: string | null;
  isWrong: boolean;
  announced: string;
  /** Days to choose from. */
  choices: readonly string[];
  onChoose: (day: string) => void;
  /** True where nothing may move: in a filter bar. In a narrow one it has its line, as it would cover the control below. */
  floats: boolean;
}

/** Returns a day's short words: "Nov 25, 2026". */
const shortDay = (day: string): string =>
  dateFormat({ dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));

/** Says below a date field what was understood or expected, and asks which of several days is meant. */
export function DateNote({ id, note, isWrong, announced, choices, onChoose, floats }: DateNoteProps) {
  return (
    <div
      className={classes(
        "flex flex-col gap-1",
        floats
          ? "absolute top-full left-0 z-10 mt-1 w-max max-w-64 rounded-md bg-raised px-2 py-1 shadow-float " +
              "@max-2xl:static @max-2xl:mt-0 @max-2xl:min-h-4 @max-2xl:w-auto @max-2xl:border-none @max-2xl:bg-transparent @max-2xl:p-0 @max-2xl:shadow-none"
          : "min-h-4",
        floats && note === null && "hidden @max-2xl:flex",
      )}
    >
      <span id={id} className={classes("flex items-start gap-1 text-xs", isWrong ? "text-danger" : "text-faint")}>
        {isWrong && <ErrorMark />}
        {note}
      </span>
      {choices.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {choices.map((day) => (
            <button
              key={day}
              type="button"
              // The field keeps the focus until the choice is made.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(day)}
              className="rounded-md border border-line-strong/75 px-2 py-0.5 text-sm text-fg hover:bg-hover"
            >
              {shortDay(day)}
            </button>
          ))}
        </span>
      )}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  );
}
