"use client";

import { Printer } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "#components/ui/button";
import type { EmbedView } from "#lib/kernel/embed-view";
import { words } from "./view-words.ts";

/** How the views are printed that have a button of their own; all others have the one below them. */
const OWN_BUTTON: Partial<Record<EmbedView, string>> = {
  appointments: words.printsCalendar,
  documents: words.printsDocument,
};

/** Calls `onDone` when the print dialog has closed, which it opens at once. */
function Printing({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    window.addEventListener("afterprint", onDone, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", onDone);
  }, [onDone]);
  return null;
}

/**
 * Prints a view by its own button. A page that is printed with the view's frame shows how in the view's place: a frame is
 * cut off at its height on paper.
 */
export function ViewPrinting({ view }: { view: EmbedView }) {
  const [isPrinting, setPrinting] = useState(false);
  const onDone = useCallback(() => setPrinting(false), []);
  const ownButton = OWN_BUTTON[view];
  return (
    <>
      {isPrinting ? (
        <Printing onDone={onDone} />
      ) : (
        createPortal(<p className="print-note">{ownButton ?? words.printsItself}</p>, document.body)
      )}
      {ownButton === undefined ? (
        <div className="flex justify-end px-4 py-1.5 print:hidden">
          <Button variant="quiet" size="sm" icon={<Printer aria-hidden="true" />} onPress={() => setPrinting(true)}>
            {words.print}
          </Button>
        </div>
      ) : null}
    </>
  );
}
