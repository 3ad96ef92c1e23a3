"use client";

import { Download, FileX } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Skeleton } from "#components/ui/skeleton";
import type { DocumentFile } from "#lib/browser/api/documents";
import { saveFile } from "#lib/browser/page/save-file";
import { shownAs } from "./shown-as.tsx";
import { words } from "./words.ts";

const Loading = () => <Skeleton className="m-4 h-96" />;

const PdfView = dynamic(() => import("./pdf-view.tsx").then((module) => module.PdfView), {
  ssr: false,
  loading: Loading,
});
const ImageView = dynamic(() => import("./image-view.tsx").then((module) => module.ImageView), {
  ssr: false,
  loading: Loading,
});
const TiffView = dynamic(() => import("./tiff-view.tsx").then((module) => module.TiffView), {
  ssr: false,
  loading: Loading,
});
const TextView = dynamic(() => import("./text-view.tsx").then((module) => module.TextView), {
  ssr: false,
  loading: Loading,
});

/** Shows a file by its type; one that cannot be shown can be downloaded. Fills the height of its container. */
export function FileView({ blob, fileName }: DocumentFile) {
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const shown = shownAs(blob.type, blob.size);
  const reason = unreadable ?? (shown.as === "none" ? shown.reason : null);
  if (reason !== null) {
    return (
      <div className="flex-1 overflow-auto">
        <EmptyState
          icon={<FileX aria-hidden="true" />}
          title={words.notShown}
          action={
            <Button icon={<Download aria-hidden="true" />} onPress={() => saveFile(blob, fileName)}>
              {words.downloadIt}
            </Button>
          }
        >
          {reason} {words.anotherProgram}
        </EmptyState>
      </div>
    );
  }
  const parts = { file: blob, name: fileName };
  if (shown.as === "pdf") return <PdfView {...parts} onUnreadable={setUnreadable} />;
  if (shown.as === "tiff") return <TiffView {...parts} onUnreadable={setUnreadable} />;
  if (shown.as === "image") return <ImageView {...parts} onUnreadable={setUnreadable} />;
  return <TextView {...parts} />;
}
