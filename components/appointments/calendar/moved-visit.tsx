"use client";

import { Move, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { visitTitle } from "#components/appointments/visit-title.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { clockWords } from "./clock-words.ts";
import { MINUTE_PX } from "./grid-measures.ts";
import type { TakenSpan } from "./move-place.ts";
import { words } from "./move-words.ts";

/** Height below which the label stands beside the outline, not below it. */
const LABEL_PX = 44;

/** Returns the times of overlaps in words: "9:00 AM to 9:20 AM". */
export const overlapWords = (overlaps: readonly TakenSpan[]): string =>
  words.overlaps(overlaps.map(({ from, until }) => words.span(clockWords(from), clockWords(until))).join(", "));

interface MovedVisitProps {
  record: AppointmentModel;
  /** In minutes after midnight. */
  from: number;
  /** Where it would be, in words. */
  where: string;
  hours: { from: number; until: number };
  /** Pixels. */
  left: number;
  width: number;
  overlaps: readonly TakenSpan[];
  /** Whether the keyboard moves it: it then has the focus. */
  takesKeys: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Called if the focus goes elsewhere. */
  onLeave: () => void;
}

/** Where a visit would be if it were dropped, and what it would overlap there. */
export function MovedVisit(props: MovedVisitProps) {
  const { record, from, where, hours, left, width, overlaps, takesKeys, onKeyDown, onLeave } = props;
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesKeys) element.current?.focus({ preventScroll: true });
  }, [takesKeys]);
  useLayoutEffect(() => {
    if (takesKeys && from >= 0 && left >= 0) element.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [takesKeys, from, left]);
  const height = Math.min(record.duration, hours.until - from) * MINUTE_PX;
  const top = (from - hours.from) * MINUTE_PX;
  const isTaken = overlaps.length > 0;
  // At the end of the day the label would stand outside of the calendar.
  const isLate = hours.until - from - record.duration < LABEL_PX / MINUTE_PX;
  return (
    <button
      ref={element}
      type="button"
      data-moving=""
      tabIndex={takesKeys ? 0 : -1}
      aria-label={words.dropHere(visitTitle(record), where)}
      onKeyDown={onKeyDown}
      onBlur={takesKeys ? onLeave : undefined}
      className={`pointer-events-none absolute z-19 scroll-mt-18 scroll-mb-12 scroll-ml-15 rounded-sm border-2 text-left text-xs outline-offset-1 ${isTaken ? "border-danger bg-danger-soft/70" : "border-accent bg-accent-soft/70"}`}
      style={{ left, top, width, height }}
    >
      <span
        className={`absolute left-1 flex w-max max-w-60 flex-col rounded-sm bg-raised px-2 py-1 leading-4 text-fg shadow-float ${isLate ? "bottom-[calc(100%+0.25rem)]" : "top-[calc(100%+0.25rem)]"}`}
      >
        <span className="flex items-center gap-1 font-medium">
          <Move aria-hidden="true" className="size-3 shrink-0" />
          <span className="truncate">{where}</span>
        </span>
        {isTaken ? (
          <span className="flex items-center gap-1 text-danger">
            <TriangleAlert aria-hidden="true" className="size-3 shrink-0" />
            {overlapWords(overlaps)}
          </span>
        ) : null}
      </span>
    </button>
  );
}
