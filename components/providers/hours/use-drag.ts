import { type PointerEvent, useRef } from "react";
import { moved, type Shift, STEP, stretched } from "./shift.ts";

interface DragOptions {
  shift: Shift;
  pixelsPerMinute: number;
  onChange: (shift: Shift) => void;
  isOff: boolean;
}

interface Drag {
  /** The shift and the pointer's place when the drag began. */
  shift: Shift;
  x: number;
  y: number;
  dayWidth: number;
  kind: "body" | "edge";
}

/** Moves a shift by dragging its body and resizes it by dragging its edge, with mouse or pen. Touch scrolls instead. */
export function useDrag({ shift, pixelsPerMinute, onChange, isOff }: DragOptions) {
  const drag = useRef<Drag | null>(null);
  const moves = useRef(false);

  const handlers = (kind: Drag["kind"]) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      moves.current = false;
      if (isOff || event.pointerType === "touch" || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const day = event.currentTarget.closest("li")?.getBoundingClientRect().width ?? 1;
      drag.current = { shift, x: event.clientX, y: event.clientY, dayWidth: day, kind };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const taken = drag.current;
      if (!taken) return;
      const minutes = Math.round((event.clientY - taken.y) / pixelsPerMinute / STEP) * STEP;
      const days = Math.round((event.clientX - taken.x) / taken.dayWidth);
      if (minutes !== 0 || (days !== 0 && kind === "body")) moves.current = true;
      if (moves.current)
        onChange(kind === "body" ? moved(taken.shift, days, minutes) : stretched(taken.shift, minutes));
    },
    onPointerUp: () => {
      drag.current = null;
    },
    onPointerCancel: () => {
      if (drag.current && moves.current) onChange(drag.current.shift);
      drag.current = null;
    },
  });

  return {
    body: handlers("body"),
    edge: handlers("edge"),
    /** True if the ended gesture was a drag and not a press. */
    hasMoved: () => moves.current,
  };
}
