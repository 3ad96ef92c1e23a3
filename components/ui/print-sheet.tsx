"use client";

import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

interface PrintSheet {
  /** To be rendered: the sheet while it is printed. */
  sheet: ReactNode;
  /** Opens the browser's print dialog for this content alone, without the page around it. */
  print: (content: ReactNode) => void;
}

/** Prints content that the page itself does not show. A sandboxed frame cannot print. */
export function usePrintSheet(): PrintSheet {
  const [content, setContent] = useState<ReactNode>(null);

  useEffect(() => {
    if (!content) return;
    const done = () => setContent(null);
    window.addEventListener("afterprint", done, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", done);
  }, [content]);

  return {
    sheet: content ? createPortal(<div className="print-sheet">{content}</div>, document.body) : null,
    print: setContent,
  };
}
