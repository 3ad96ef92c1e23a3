"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Skeleton } from "#components/ui/skeleton";
import { PdfView } from "./pdf-view.tsx";
import { words as pdfWords } from "./pdf-words.ts";
import { type ConvertedTiff, tiffToPdf } from "./tiff/tiff-to-pdf.ts";

interface TiffViewProps {
  file: Blob;
  name: string;
  /** Called if no page can be shown. */
  onUnreadable: (reason: string) => void;
}

/** Shows the pages of a TIFF, such as a fax, as those of a PDF; says which ones are broken. */
export function TiffView({ file, name, onUnreadable }: TiffViewProps) {
  const [shown, setShown] = useState<ConvertedTiff | null>(null);
  const giveUp = useEffectEvent(() => onUnreadable(pdfWords.damagedTiff));
  useEffect(() => {
    let wanted = true;
    tiffToPdf(file, pdfWords.pageNotDrawn).then(
      (converted) => wanted && setShown(converted),
      () => wanted && giveUp(),
    );
    return () => {
      wanted = false;
    };
  }, [file]);
  if (shown === null) return <Skeleton className="m-4 h-96" />;
  const { pdf, pages, broken } = shown;
  return (
    <>
      {broken.length > 0 ? (
        <p role="status" className="border-b border-line bg-warning-soft px-4 py-2 text-sm text-warning">
          {pdfWords.pagesNotDrawn(broken, pages)}
        </p>
      ) : null}
      <PdfView file={pdf} name={name} onUnreadable={onUnreadable} />
    </>
  );
}
