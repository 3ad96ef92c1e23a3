import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** Rows that are drawn above and below what is in sight, so that scrolling finds them there. */
const AHEAD = 20;
/** The part moves in steps, so that a scroll of a few pixels draws nothing. */
const STEP = 10;

export interface VisibleRows {
  /** The first row to draw. */
  from: number;
  /** One behind the last row to draw. */
  until: number;
}

/**
 * The rows of a list that are in sight. `top` is where the list begins on the page, in pixels from the viewport's upper
 * edge; rows are all `height` pixels high.
 */
export function visibleRows(top: number, viewport: number, height: number, count: number): VisibleRows {
  const first = Math.floor(Math.max(0, -top) / height);
  const last = Math.ceil(Math.max(0, viewport - top) / height);
  const stepped = (row: number) => Math.floor(row / STEP) * STEP;
  const from = Math.max(0, Math.min(stepped(first), Math.max(0, count - 1)) - AHEAD);
  return { from, until: Math.min(count, Math.max(from, stepped(last) + STEP + AHEAD)) };
}

/** Follows the page's scrolling: the part of `count` rows in `body` that has to be drawn, each `height` pixels high. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number, height: number): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ from: 0, until: Math.min(count, STEP + 2 * AHEAD) });

  const look = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const next = visibleRows(top, window.innerHeight, height, count);
    setRows((now) => (now.from === next.from && now.until === next.until ? now : next));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number or height of rows is another part
  useLayoutEffect(look, [count, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; `look` itself is new at every drawing
  useEffect(() => {
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [count, height]);
  return rows;
}
