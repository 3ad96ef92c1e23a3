"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";

/** Prints its content once, instead of the page. `onDone` is called when the print dialog has closed. */
export function PrintSheet({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const printed = () => done();
    window.addEventListener("afterprint", printed, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", printed);
  }, []);
  return createPortal(<div className="print-sheet">{children}</div>, document.body);
}
