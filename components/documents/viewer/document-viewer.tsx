"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { ErrorState } from "#components/ui/error-state";
import { IconButton } from "#components/ui/icon-button";
import { Skeleton } from "#components/ui/skeleton";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { documentFile } from "#lib/browser/api/documents";
import { saveFile } from "#lib/browser/page/save-file";
import { useAccountId } from "#lib/browser/session/account";
import { FileView } from "./file-view.tsx";
import { sizeWords, typeWords } from "./shown-as.tsx";
import { words } from "./words.ts";

const Loading = () => <Skeleton className="m-4 h-96" />;

/** Moves the focus to a document that a person opens, and back when it closes, unless the focus has moved since. */
function useFocusThere(panel: React.RefObject<HTMLElement | null>, opensByItself: boolean) {
  useEffect(() => {
    if (opensByItself) return;
    const opener = document.activeElement;
    const held = panel.current;
    held?.focus({ preventScroll: true });
    held?.scrollIntoView({ block: "nearest" });
    return () => {
      const left = document.activeElement;
      const lost = left === null || left === document.body || held?.contains(left);
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [panel, opensByItself]);
}

interface DocumentViewerProps {
  documentId: string;
  onClose: () => void;
  /** Details besides the file: the patient, the referral. */
  about?: ReactNode;
  /** True when the page shows the document before anybody asked for it: then the focus and the page stay where they are. */
  opensByItself?: boolean;
}

/** Shows a document by its type; one that cannot be shown can be downloaded. Fills the height of its container. */
export function DocumentViewer({ documentId, onClose, about, opensByItself = false }: DocumentViewerProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const { data, error, isError, refetch } = useQuery(documentFile(useAccountId(), documentId));
  useFocusThere(panel, opensByItself);
  const isUnknown = error instanceof ApiFailure && error.status === 404;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface outline-none"
    >
      <div className="flex items-start gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <h2 id={titleId} dir="auto" className="truncate font-semibold" title={data?.fileName}>
            {data?.fileName ?? (isError ? words.document : words.loading)}
          </h2>
          <p className="flex flex-wrap gap-x-2 text-sm text-faint wrap-anywhere">
            {data ? `${typeWords(data.blob.type)} · ${sizeWords(data.blob.size)}` : null}
            {about}
          </p>
        </div>
        <IconButton
          label={words.download}
          onPress={() => data && saveFile(data.blob, data.fileName)}
          isDisabled={data === undefined}
        >
          <Download />
        </IconButton>
        <IconButton label={words.close} onPress={onClose}>
          <X />
        </IconButton>
      </div>
      {isError ? (
        <ErrorState
          title={isUnknown ? words.noSuchDocument : words.notLoaded}
          {...(!isUnknown && { onRetry: () => void refetch() })}
        >
          {isUnknown ? words.noSuchDocumentHint : `${error.message}.`}
        </ErrorState>
      ) : null}
      {data ? <FileView key={documentId} {...data} /> : null}
      {!data && !isError ? <Loading /> : null}
    </section>
  );
}
