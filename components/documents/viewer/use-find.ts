import { useEffect, useRef, useState } from "react";
import type { DocumentProps } from "react-pdf";
import { matchesIn } from "./find-text.ts";

/** A PDF that was opened. */
export type Pdf = Parameters<NonNullable<DocumentProps["onLoadSuccess"]>>[0];

/** One place where the words stand: the `nth` (from 0) of page `page` (from 1). */
export interface Found {
  page: number;
  nth: number;
}

/** A page's text without anything between its pieces, as the drawn page's text layer holds it. */
async function textOf(pdf: Pdf, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join("");
}

/** Every place where words stand in a PDF; null while it is looked through. */
export function useFind(pdf: Pdf | null, words: string): readonly Found[] | null {
  const texts = useRef(new Map<number, Promise<string>>());
  const [found, setFound] = useState<readonly Found[] | null>([]);
  useEffect(() => {
    if (!pdf || words.trim() === "") {
      setFound([]);
      return;
    }
    let wanted = true;
    setFound(null);
    const look = async () => {
      const all: Found[] = [];
      for (let page = 1; page <= pdf.numPages && wanted; page += 1) {
        const reading = texts.current.get(page) ?? textOf(pdf, page);
        texts.current.set(page, reading);
        all.push(...matchesIn(await reading, words).map((_, nth) => ({ page, nth })));
      }
      if (wanted) setFound(all);
    };
    // A page that can't be read has no text to find; the page itself says that it can't be drawn.
    look().catch(() => wanted && setFound([]));
    return () => {
      wanted = false;
    };
  }, [pdf, words]);
  return found;
}
