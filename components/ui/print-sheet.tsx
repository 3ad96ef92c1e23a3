"use client";

import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";

/** Prints its content once, instead of the page. `onDone` is called when the print dialog has closed. */
export function PrintSheet({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    window.addEventListener("afterprint", onDone, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", onDone);
  }, [onDone]);
  return createPortal(<div className="print-sheet">{children}</div>, document.body);
}
