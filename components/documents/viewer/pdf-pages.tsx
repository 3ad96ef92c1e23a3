"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Page } from "react-pdf";
import { markFound } from "./mark-found.ts";
import { PAGE_GAP, type PageSize, pageInSight, pagesBetween, pageTops, turned } from "./page-layout.ts";
import type { Found } from "./use-find.ts";

interface PdfPagesProps {
  /** What scrolls, with its height in CSS pixels. */
  scroller: RefObject<HTMLElement | null>;
  height: number;
  sizes: readonly PageSize[];
  scale: number;
  /** Degrees by which all pages are turned. */
  rotation: number;
  words: string;
  current: Found | null;
  /** Called with the page (from 1) that has come into sight. */
  onPage: (page: number) => void;
}

/** The pages one below the other; only those around what is in sight are drawn. Stands within a `Document`. */
export function PdfPages({ scroller, height, sizes, scale, rotation, words, current, onPage }: PdfPagesProps) {
  const [scrolled, setScrolled] = useState(0);
  const [drawn, setDrawn] = useState(0);
  const share = useRef(0);
  const shapes = sizes.map((size) => {
    const shape = turned(size, rotation);
    return { width: shape.width * scale, height: shape.height * scale };
  });
  const heights = shapes.map((shape) => shape.height);
  const tops = pageTops(heights);
  const total = (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0) + PAGE_GAP;
  const { first, last } = pagesBetween(heights, scrolled - height, scrolled + 2 * height);
  const inSight = pageInSight(heights, scrolled, height) + 1;

  useEffect(() => onPage(inSight), [onPage, inSight]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const follow = () => {
      setScrolled(element.scrollTop);
      share.current = element.scrollTop / element.scrollHeight;
    };
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  }, [scroller]);

  // Enlarged or turned, the same part of the document stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the whole has another height
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) element.scrollTop = share.current * element.scrollHeight;
  }, [scroller, total]);

  // The page of the current place comes first; once it is drawn, the place itself. One who scrolls on is not pulled back.
  const sought = useRef<Found | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another place is looked for
  useEffect(() => {
    const element = scroller.current;
    const page = (current?.page ?? 0) - 1;
    if (!element || current === sought.current) return;
    sought.current = current;
    if (page >= 0 && (page < first || page > last)) element.scrollTop = (tops[page] ?? 0) - PAGE_GAP;
  }, [scroller, current]);

  const brought = useRef<Found | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks anew whenever a page was drawn
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const range = markFound(element, words, current);
    if (!range || brought.current === current) return;
    brought.current = current;
    const place = range.getBoundingClientRect();
    const frame = element.getBoundingClientRect();
    if (place.top < frame.top || place.bottom > frame.bottom) {
      element.scrollTop += place.top - frame.top - frame.height / 3;
    }
  }, [scroller, words, current, drawn, first, last]);

  const noteDrawn = useCallback(() => setDrawn((count) => count + 1), []);
  const shown = sizes.slice(first, last + 1);
  return (
    <div className="relative mx-auto" style={{ height: total, width: Math.max(...shapes.map(({ width }) => width)) }}>
      {shown.map((size, index) => {
        const page = first + index;
        const shape = shapes[page];
        return (
          <section
            key={page}
            data-page={page + 1}
            aria-label={`Page ${page + 1} of ${sizes.length}`}
            className="absolute left-1/2 -translate-x-1/2 overflow-hidden bg-[white] shadow-tip"
            style={{ top: tops[page], width: shape?.width, height: shape?.height }}
          >
            <Page
              pageNumber={page + 1}
              scale={scale}
              rotate={(size.rotate + rotation) % 360}
              renderAnnotationLayer={false}
              suspense={false}
              loading={null}
              error={<p className="p-4 text-sm text-[black]">This page can't be drawn.</p>}
              onRenderTextLayerSuccess={noteDrawn}
            />
          </section>
        );
      })}
    </div>
  );
}
