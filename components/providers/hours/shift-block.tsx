"use client";

import { TriangleAlert } from "lucide-react";
import { words } from "#components/providers/words.ts";
import { DAYS } from "#lib/resources/providers/model";
import { moved, type Shift, STEP, stretched, timeWords } from "./shift.ts";
import { useDrag } from "./use-drag.ts";

interface ShiftBlockProps {
  shift: Shift;
  /** Offset from the top of the day and height, in pixels. */
  top: number;
  height: number;
  pixelsPerMinute: number;
  /** True if it overlaps another shift; both are drawn side by side. */
  clash: "first" | "second" | null;
  /** True if it belongs to another facility than the selected one. */
  isBehind: boolean;
  isReadOnly: boolean;
  describedBy: string;
  onChange: (shift: Shift) => void;
  onRemove: (key: string) => void;
  onOpen: (key: string) => void;
}

/** Returns the effect of a key on a shift; undefined for other keys. */
function changedBy(key: string, isStretching: boolean, shift: Shift): Shift | undefined {
  if (key === "ArrowUp") return isStretching ? stretched(shift, -STEP) : moved(shift, 0, -STEP);
  if (key === "ArrowDown") return isStretching ? stretched(shift, STEP) : moved(shift, 0, STEP);
  if (key === "ArrowLeft") return moved(shift, -1, 0);
  return key === "ArrowRight" ? moved(shift, 1, 0) : undefined;
}

/** One shift of the week, moved and resized by pointer or keyboard. */
export function ShiftBlock({ shift, top, height, clash, isBehind, isReadOnly, describedBy, ...on }: ShiftBlockProps) {
  const { onChange, onRemove, onOpen, pixelsPerMinute } = on;
  const drag = useDrag({ shift, pixelsPerMinute, onChange, isOff: isReadOnly });
  const look = clash
    ? "border-danger bg-danger-soft text-danger"
    : isBehind
      ? "border-line-strong/40 bg-sunken text-faint"
      : "border-accent bg-accent-soft text-accent-text";
  // A shift with invalid times must still be visible and reachable.
  const isDrawable = Number.isFinite(top) && height > 0;
  const column = 100 / DAYS.length;
  return (
    <li
      className="absolute px-0.5"
      style={{
        top: isDrawable ? top : 0,
        height: isDrawable ? Math.max(height, 16) : 16,
        left: `${(DAYS.indexOf(shift.day) + (clash === "second" ? 0.5 : 0)) * column}%`,
        width: `${clash ? column / 2 : column}%`,
      }}
    >
      <button
        type="button"
        aria-describedby={describedBy}
        onClick={({ detail }) => {
          const isPressed = detail === 0;
          if (isPressed || !drag.hasMoved()) onOpen(shift.key);
        }}
        onKeyDown={(event) => {
          if (isReadOnly || event.altKey || event.ctrlKey || event.metaKey) return;
          const changed = changedBy(event.key, event.shiftKey, shift);
          if (changed) onChange(changed);
          else if (event.key === "Delete" || event.key === "Backspace") onRemove(shift.key);
          else return;
          event.preventDefault();
        }}
        {...drag.body}
        className={`flex size-full flex-col items-start overflow-hidden rounded-sm border px-1 py-0.5 text-left text-xs leading-4 ${look} ${isReadOnly ? "" : "cursor-grab active:cursor-grabbing"}`}
      >
        <span className="flex max-w-full items-center gap-1 font-medium tabular-nums">
          {clash ? <TriangleAlert aria-hidden="true" className="size-3 shrink-0" /> : null}
          <span className="truncate">
            <span className="sr-only">{shift.day} </span>
            {timeWords(shift.start_time)}
          </span>
        </span>
        <span className="max-w-full truncate tabular-nums">{words.until(timeWords(shift.end_time))}</span>
        <span className="max-w-full truncate">{shift.facility_name}</span>
        {clash ? <span className="sr-only">{words.overlapsAnother}</span> : null}
      </button>
      {isReadOnly ? null : (
        <span aria-hidden="true" {...drag.edge} className="absolute inset-x-1 bottom-0 h-1.5 cursor-ns-resize" />
      )}
    </li>
  );
}
