"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";

/** Some browsers open their dialog a moment after they are asked to. */
const DIALOG_MS = 1_000;

interface PrintSheetProps {
  onDone: () => void;
  /** Called if nothing is printed, as in a frame whose page does not let it open dialogs. */
  onRefused?: () => void;
  children: ReactNode;
}

/** Prints its content once, instead of the page. `onDone` is called when the print dialog has closed. */
export function PrintSheet({ onDone, onRefused, children }: PrintSheetProps) {
  const done = useEffectEvent(onDone);
  const refused = useEffectEvent(() => onRefused?.());
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    // A browser that refuses says so nowhere else: it begins no printing.
    const timer = setTimeout(() => refused(), DIALOG_MS);
    window.addEventListener("beforeprint", () => clearTimeout(timer), { signal });
    window.addEventListener("afterprint", () => done(), { signal, once: true });
    window.print();
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, []);
  return createPortal(<div className="print-sheet">{children}</div>, document.body);
}
