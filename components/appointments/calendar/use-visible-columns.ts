import { type RefObject, useLayoutEffect, useState } from "react";
import { HOURS_PX, type VisibleColumns, visibleColumns } from "./grid-measures.ts";

/**
 * Returns which of `count` columns, each at least `least` pixels wide, to draw, following the box's scrolling and size.
 */
export function useVisibleColumns(box: RefObject<HTMLElement | null>, least: number, count: number): VisibleColumns {
  const [columns, setColumns] = useState(() => visibleColumns(0, 0, least, count));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = visibleColumns(element.scrollLeft, element.clientWidth - HOURS_PX, least, count);
      setColumns((now) =>
        now.width === next.width && now.from === next.from && now.until === next.until ? now : next,
      );
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const sized = new ResizeObserver(look);
    sized.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      sized.disconnect();
    };
  }, [box, least, count]);
  return columns;
}
