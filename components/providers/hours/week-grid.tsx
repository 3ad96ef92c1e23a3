"use client";

import { useId } from "react";
import { words } from "#components/providers/words.ts";
import { DAYS } from "#lib/resources/providers/model";
import { minutesOf, roomAfter, type Shift, timeOf, timeWords } from "./shift.ts";
import { ShiftBlock } from "./shift-block.tsx";

/** Pixels. */
const HOUR = 30;
/** Hours that are always shown, in minutes since midnight. */
const USUAL = { from: 7 * 60, until: 19 * 60 };

interface WeekGridProps {
  shifts: readonly Shift[];
  /** The overlapping shifts. */
  clashes: readonly (readonly [Shift, Shift])[];
  /** Only shifts of this facility are in front; "" for all. */
  facilityId: string;
  isReadOnly: boolean;
  /** False until the facilities are known. */
  canAdd: boolean;
  onChange: (shift: Shift) => void;
  onRemove: (key: string) => void;
  onAdd: (day: Shift["day"], minute: number) => void;
  /** Focuses the fields of a shift. */
  onOpen: (key: string) => void;
}

/** Returns the whole hours around all shifts and the usual day. */
function rangeOf(shifts: readonly Shift[]) {
  const times = shifts.flatMap(({ start_time, end_time }) => [minutesOf(start_time), minutesOf(end_time)]);
  const known = times.filter((time) => !Number.isNaN(time));
  const from = Math.floor(Math.min(USUAL.from, ...known) / 60) * 60;
  return { from, until: Math.min(24 * 60, Math.ceil(Math.max(USUAL.until, ...known) / 60) * 60) };
}

/** The working week as a grid: a column per day, a block per shift. */
export function WeekGrid({ shifts, clashes, facilityId, isReadOnly, canAdd, onAdd, ...block }: WeekGridProps) {
  const help = useId();
  const { from, until } = rangeOf(shifts);
  const first = new Set(clashes.map(([one]) => one.key));
  const second = new Set(clashes.map(([, other]) => other.key));
  const hours = Array.from({ length: (until - from) / 60 }, (_, index) => from + index * 60);
  const height = hours.length * HOUR;
  const behind = (shift: Shift) => facilityId !== "" && shift.facility_id !== facilityId;
  return (
    <section aria-label={words.week} className="overflow-x-auto rounded-lg border border-line bg-surface">
      <div className="min-w-xl">
        <div aria-hidden="true" className="grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] border-b border-line">
          <span />
          {DAYS.map((day) => (
            <span key={day} className="py-1.5 text-center text-xs font-medium text-faint">
              {day.slice(0, 3)}
            </span>
          ))}
        </div>
        <div className="relative" style={{ height }}>
          {hours.map((hour, index) => (
            <div
              key={hour}
              aria-hidden="true"
              className="absolute inset-x-0 border-line not-first:border-t"
              style={{ top: index * HOUR }}
            >
              <span className="block w-14 pt-0.5 pr-2 text-right text-xs text-faint tabular-nums">
                {timeWords(timeOf(hour)).replace(":00", "")}
              </span>
            </div>
          ))}
          <div className="absolute inset-y-0 right-0 left-14">
            {DAYS.map((day, index) => (
              <button
                key={day}
                type="button"
                disabled={isReadOnly || !canAdd}
                aria-label={words.addShiftOn(day)}
                onClick={({ clientY, currentTarget, detail }) => {
                  // A press by keyboard has no position; the new shift gets the day's next free time.
                  const above = clientY - currentTarget.getBoundingClientRect().top;
                  onAdd(day, detail === 0 ? roomAfter(day, shifts) : from + (above / HOUR) * 60);
                }}
                className="absolute inset-y-0 border-l border-line focus-visible:-outline-offset-2 enabled:hover:bg-hover/40"
                style={{ left: `${(index / 7) * 100}%`, width: `${100 / 7}%` }}
              />
            ))}
            <ul aria-label={words.shifts}>
              {shifts.map((shift) => (
                <ShiftBlock
                  key={shift.key}
                  shift={shift}
                  top={((minutesOf(shift.start_time) - from) / 60) * HOUR}
                  height={((minutesOf(shift.end_time) - minutesOf(shift.start_time)) / 60) * HOUR}
                  pixelsPerMinute={HOUR / 60}
                  clash={second.has(shift.key) ? "second" : first.has(shift.key) ? "first" : null}
                  isBehind={behind(shift)}
                  isReadOnly={isReadOnly}
                  describedBy={help}
                  {...block}
                />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <p id={help} className={isReadOnly ? "sr-only" : "border-t border-line px-3 py-2 text-xs text-faint"}>
        {isReadOnly ? words.adminsOnlyHours : words.weekHelp}
      </p>
    </section>
  );
}
