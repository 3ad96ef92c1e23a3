"use client";

import { Diamond } from "lucide-react";
import { useVisitMark } from "./visit-marks.ts";
import { words } from "./words.ts";

/**
 * Marks a visit in a list that changed since the person looked, and says what changed to those who do not see it. It stands in the
 * padding of its row, so that nothing moves when it comes, and takes no press: the row below opens the visit, which takes the mark away.
 */
export function ChangedMark({ visit: { id } }: { visit: { id: string } }) {
  const mark = useVisitMark(id);
  if (!mark) return null;
  return (
    <>
      <Diamond
        aria-hidden="true"
        data-changed=""
        className="pointer-events-none absolute top-[calc(50%-5px)] left-[3px] size-2.5 fill-current text-accent-text"
      />
      <span className="sr-only">, {words.inRow(mark.text)}</span>
    </>
  );
}
