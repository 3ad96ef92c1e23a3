import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Rows rendered above and below the viewport, so that scrolling finds them ready. */
const AHEAD = 20;
/** The rendered range moves in steps of this many rows, so that short scrolls render nothing. */
const STEP = 10;

export interface VisibleRows {
  /** Index of the first row to render. */
  from: number;
  /** Index after the last row to render. */
  until: number;
}

/**
 * Returns the range of rows to render. `top` is the list's offset from the viewport's upper edge, `viewport` the
 * viewport's height, and `height` the height of each row, all in pixels.
 */
export function visibleRows(top: number, viewport: number, height: number, count: number): VisibleRows {
  const first = Math.floor(Math.max(0, -top) / height);
  const last = Math.ceil(Math.max(0, viewport - top) / height);
  const stepped = (row: number) => Math.floor(row / STEP) * STEP;
  const from = Math.max(0, Math.min(stepped(first), Math.max(0, count - 1)) - AHEAD);
  return { from, until: Math.min(count, Math.max(from, stepped(last) + STEP + AHEAD)) };
}

/**
 * Returns the range of `count` rows in `body` to render, and updates it on scroll. Each row is `height` pixels high.
 */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number, height: number): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ from: 0, until: Math.min(count, STEP + 2 * AHEAD) });

  const look = useCallback(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const next = visibleRows(top, window.innerHeight, height, count);
    setRows((now) => (now.from === next.from && now.until === next.until ? now : next));
  }, [body, count, height]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [look]);
  return rows;
}
