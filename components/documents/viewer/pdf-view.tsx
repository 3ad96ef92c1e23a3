"use client";

import { ScrollArea } from "#components/ui/scroll-area";
import "react-pdf/dist/Page/TextLayer.css";
import "./viewer.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { Document, pdfjs } from "react-pdf";
import { Skeleton } from "#components/ui/skeleton";
import { FindBar } from "./find-bar.tsx";
import { isFormAlone } from "./form-alone.ts";
import { clearMarks } from "./mark-found.ts";
import { PAGE_GAP, type PageSize, pageTops, turned } from "./page-layout.ts";
import { PageNumber } from "./page-number.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { words as pdfWords } from "./pdf-words.ts";
import { printPdf } from "./print-pdf.ts";
import { useBox } from "./use-box.ts";
import { type Pdf, useFind } from "./use-find.ts";
import { useViewing } from "./use-viewing.ts";
import { ViewerToolbar } from "./viewer-toolbar.tsx";
import { words } from "./words.ts";

// Must be set in the module that uses the components; elsewhere the library's default would overwrite it.
pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).toString();

/** Resources that PDFs expect of a reader: fonts, encodings of Asian scripts, decoders of fax and print images. */
const PARTS = {
  cMapUrl: "/api/pdf/cmaps/",
  iccUrl: "/api/pdf/iccs/",
  standardFontDataUrl: "/api/pdf/standard_fonts/",
  wasmUrl: "/api/pdf/wasm/",
};

interface PdfViewProps {
  file: Blob;
  name: string;
  /** Called if the file cannot be shown. */
  onUnreadable: (reason: string) => void;
}

/** Returns the sizes of all pages, so that pages that are not drawn take their space too. */
const measure = (pdf: Pdf): Promise<PageSize[]> =>
  Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1);
      const { width, height } = page.getViewport({ scale: 1 });
      return { width, height, rotate: page.rotate };
    }),
  );

/** Shows a PDF with pages, zoom, rotation, search and printing. Its links and scripts are disabled. */
export function PdfView({ file, name, onUnreadable }: PdfViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const box = useBox(scroller);
  const findField = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<{ pdf: Pdf; sizes: PageSize[] } | null>(null);
  const { zoom, rotation, toolbar } = useViewing(async () => {
    if (opened) await printPdf(opened.pdf).catch(() => onUnreadable(pdfWords.pageNotPrinted));
  });
  const [page, setPage] = useState(1);
  const [sought, setSought] = useState("");
  const [nth, setNth] = useState(0);
  const found = useFind(opened?.pdf ?? null, sought);
  useEffect(() => clearMarks, []);

  const sizes = opened?.sizes ?? [];
  const widest = Math.max(1, ...sizes.map((size) => turned(size, rotation).width));
  const scale = zoom === "fit" ? Math.max(0.1, (box.width - 2 * PAGE_GAP) / widest) : zoom;

  const open = async (pdf: Pdf) => {
    try {
      if (await isFormAlone(pdf)) onUnreadable(pdfWords.formOfItsOwn);
      else setOpened({ pdf, sizes: await measure(pdf) });
    } catch {
      onUnreadable(pdfWords.damagedPdf);
    }
  };
  const goTo = (wanted: number) => {
    const tops = pageTops(sizes.map((size) => turned(size, rotation).height * scale));
    if (scroller.current) scroller.current.scrollTop = (tops[wanted - 1] ?? 0) - PAGE_GAP;
  };
  const search = useCallback((text: string) => {
    setSought(text);
    setNth(0);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles the browser's find shortcut
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        findField.current?.focus();
      }}
    >
      <ViewerToolbar {...toolbar} scale={scale} before={<PageNumber page={page} pages={sizes.length} onGo={goTo} />}>
        <FindBar
          sought={sought}
          onSought={search}
          count={found?.length ?? null}
          current={nth}
          onCurrent={setNth}
          inputRef={findField}
        />
      </ViewerToolbar>
      <ScrollArea
        ref={scroller}
        label={words.contentOf(name)}
        className="min-h-0 flex-1 overflow-auto bg-sunken [scrollbar-gutter:stable]"
      >
        <Document
          file={file}
          options={PARTS}
          suspense={false}
          loading={<Skeleton className="m-4 h-96" />}
          error={null}
          noData={null}
          onLoadSuccess={(pdf) => void open(pdf)}
          onLoadError={({ message }) =>
            onUnreadable(/encrypt/i.test(message) ? pdfWords.protectedByCertificate : pdfWords.damagedPdf)
          }
          onSourceError={() => onUnreadable(pdfWords.damagedPdf)}
          onPassword={() => onUnreadable(pdfWords.protectedByPassword)}
        >
          {opened && box.width > 0 ? (
            <PdfPages
              scroller={scroller}
              height={box.height}
              sizes={sizes}
              scale={scale}
              rotation={rotation}
              findText={sought}
              current={found?.[nth] ?? null}
              onPage={setPage}
            />
          ) : null}
        </Document>
      </ScrollArea>
    </div>
  );
}
