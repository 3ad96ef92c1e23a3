"use client";

import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Page } from "react-pdf";
import { markFound } from "./mark-found.ts";
import { PAGE_GAP, type PageSize, pageInSight, pagesBetween, pageTops, turned } from "./page-layout.ts";
import { words as pdfWords } from "./pdf-words.ts";
import type { Found } from "./use-find.ts";
import { words } from "./words.ts";

interface PdfPagesProps {
  /** The scrolling element and its height in CSS pixels. */
  scroller: RefObject<HTMLElement | null>;
  height: number;
  sizes: readonly PageSize[];
  scale: number;
  /** Rotation of all pages in degrees. */
  rotation: number;
  findText: string;
  current: Found | null;
  /** Called with the page (from 1) at the middle of the visible part. */
  onPage: (page: number) => void;
}

/** The pages in a column; draws only those near the visible part. Must be inside a `Document`. */
export function PdfPages({ scroller, height, sizes, scale, rotation, findText, current, onPage }: PdfPagesProps) {
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
  const laidOut = useRef(total);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || laidOut.current === total) return;
    laidOut.current = total;
    element.scrollTop = share.current * element.scrollHeight;
  }, [scroller, total]);

  // Scrolls to the page of the current match, and once it is drawn, to the match. Stops if the person scrolls on.
  const sought = useRef<Found | null>(null);
  const seek = useEffectEvent((found: Found | null) => {
    const element = scroller.current;
    const page = (found?.page ?? 0) - 1;
    if (!element || found === sought.current) return;
    sought.current = found;
    if (page >= 0 && (page < first || page > last)) element.scrollTop = (tops[page] ?? 0) - PAGE_GAP;
  });
  useEffect(() => seek(current), [current]);

  const brought = useRef<Found | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks again after each rendered page
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const range = markFound(element, findText, current);
    if (!range || brought.current === current) return;
    brought.current = current;
    const place = range.getBoundingClientRect();
    const frame = element.getBoundingClientRect();
    if (place.top < frame.top || place.bottom > frame.bottom) {
      element.scrollTop += place.top - frame.top - frame.height / 3;
    }
  }, [scroller, findText, current, drawn, first, last]);

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
            aria-label={words.pageOf(page + 1, sizes.length)}
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
              error={<p className="p-4 text-sm text-[black]">{pdfWords.pageNotDrawn}</p>}
              onRenderTextLayerSuccess={noteDrawn}
            />
          </section>
        );
      })}
    </div>
  );
}
