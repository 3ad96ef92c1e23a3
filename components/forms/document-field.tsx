"use client";

import dynamic from "next/dynamic";
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { sizeWords } from "#components/documents/viewer/shown-as";
import { FileField } from "#components/ui/file-field";
import { Skeleton } from "#components/ui/skeleton";
import { chosenFile, keepFile } from "#lib/browser/forms/chosen-files";
import { droppedFile, onDroppedFiles, takeDropped } from "#lib/browser/forms/dropped-files";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { ACCEPTED_FILES, isTooLarge } from "./document-files.ts";
import type { WidgetProps } from "./widget-props.ts";
import { words } from "./words.ts";

const Picture = () => <Skeleton className="h-80" />;

const FileView = dynamic(() => import("#components/documents/viewer/file-view").then((module) => module.FileView), {
  ssr: false,
  loading: Picture,
});

/** Chooses a document, or takes one that was dropped anywhere, and shows it, so that a person sees what they file and for whom. */
export function DocumentField({ value, onChange, ...field }: WidgetProps) {
  const [isRefused, setRefused] = useState(false);
  const file = chosenFile(value);
  const isForgotten = value !== "" && file === null;
  // A file is chosen again after a reload.
  useEffect(() => {
    if (isForgotten) onChange("");
  }, [isForgotten, onChange]);
  const choose = (chosen: File | null) => {
    const isLarge = chosen !== null && isTooLarge(chosen);
    setRefused(isLarge);
    onChange(chosen && !isLarge ? keepFile(chosen) : "");
  };
  const dropped = useSyncExternalStore(onDroppedFiles, droppedFile, () => null);
  const takeFile = useEffectEvent(() => {
    const taken = takeDropped();
    if (taken) choose(taken);
  });
  // A file that is dropped on the console is the form's that is open, or opens for it.
  useEffect(() => {
    if (dropped) takeFile();
  }, [dropped]);
  const error = isRefused ? words.fileTooLarge(sizeWords(MAX_UPLOADED_FILE_BYTES)) : field.error;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileField
        {...field}
        error={error}
        accept={ACCEPTED_FILES}
        chosen={file && `${file.name} · ${sizeWords(file.size)}`}
        onChoose={choose}
      />
      {file ? (
        <div className="flex h-80 flex-col overflow-hidden rounded-lg border border-line bg-surface">
          <Suspense fallback={<Picture />}>
            <FileView key={value} blob={file} fileName={file.name} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
