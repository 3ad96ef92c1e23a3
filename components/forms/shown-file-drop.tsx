"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FileUp, X } from "lucide-react";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { sizeWords } from "#components/documents/viewer/shown-as";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { presentValues } from "#lib/browser/api/present-values";
import { dropFiles, dropNext, leaveWaiting, onDroppedFiles, waitingFiles } from "#lib/browser/forms/dropped-files";
import { useAside } from "#lib/browser/page/form-intent";
import { useOnScreen } from "#lib/browser/page/on-screen";
import { canStart, isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { isDocumentFile, isTooLarge } from "./document-files.ts";
import { words } from "./file-drop-words.ts";

const NO_FILES: readonly File[] = [];

const namesOf = (files: readonly File[]): string => files.map(({ name }) => name).join(", ");

/** Returns a function that opens the form of a document, for the patient or the referral whose page is open. */
function useDocumentForm() {
  const account = useAccount();
  const operation = useOperationAt("documents");
  const { operationId, openForm } = useAside();
  const { patients: mrn, referrals: referralId } = useOnScreen();
  const client = useQueryClient();
  const known = async (): Promise<Record<string, unknown>> => {
    if (mrn !== undefined) return { patient_mrn: mrn };
    if (referralId === undefined) return {};
    // Without the referral the person chooses both.
    const referral = await client.fetchQuery(presentValues(account.id, "referral", referralId)).catch(() => ({}));
    return "patient_mrn" in referral ? { patient_mrn: referral.patient_mrn, referral_id: referralId } : {};
  };
  const isOffered = operation !== undefined && canStart(account, operation);
  return {
    refusal: isOffered ? null : operation && isSupported(account, operation) ? words.switchedOff : words.notSupported,
    open: async () => {
      // The form that is open takes the file itself, beside what was typed into it.
      if (operation && operationId !== operation.id) openForm(operation.id, await known());
    },
  };
}

interface Refused {
  names: string;
  why: string;
}

interface ShownFileDropProps {
  isOver: boolean;
  /** The files that were dropped last. */
  drop: readonly File[] | null;
}

/** Where files are dropped, what was not taken, and the files that wait until the one before them is filed. */
export function ShownFileDrop({ isOver, drop }: ShownFileDropProps) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const { refusal, open } = useDocumentForm();
  const waiting = useSyncExternalStore(onDroppedFiles, waitingFiles, () => NO_FILES);
  const take = useEffectEvent((files: readonly File[]) => {
    const taken = refusal === null ? files.filter((file) => isDocumentFile(file) && !isTooLarge(file)) : [];
    const others = files.filter((file) => !taken.includes(file));
    const why = refusal ?? words.takes(sizeWords(MAX_UPLOADED_FILE_BYTES));
    setRefused(others.length > 0 ? { names: namesOf(others), why } : null);
    if (taken.length === 0) return;
    dropFiles(taken);
    void open();
  });
  useEffect(() => {
    if (drop) take(drop);
  }, [drop]);
  const [first] = waiting;
  return (
    <>
      {isOver ? (
        <div
          data-drop=""
          className="pointer-events-none fixed inset-2 z-60 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/80"
        >
          <p className="flex max-w-sm flex-col items-center gap-1 rounded-lg bg-raised px-5 py-4 text-center shadow-float">
            <FileUp aria-hidden="true" className="size-6 text-accent-text" />
            <span className="font-medium">{refusal === null ? words.dropToFile : refusal}</span>
            {refusal === null ? <span className="text-sm text-muted">{words.choosePatient}</span> : null}
          </p>
        </div>
      ) : null}
      <section
        aria-label={words.dropped}
        className="pointer-events-none fixed inset-x-0 top-topbar z-40 flex flex-col items-center gap-2 px-3 pt-3 *:pointer-events-auto *:max-w-md *:shadow-float empty:hidden lg:pl-sidebar lg:group-has-data-drawer/frame:pr-drawer"
      >
        {refused ? (
          <Banner
            tone="danger"
            announce
            title={words.notTaken(refused.names)}
            action={
              <IconButton label={words.dismiss} onPress={() => setRefused(null)}>
                <X />
              </IconButton>
            }
          >
            {refused.why}
          </Banner>
        ) : null}
        {first ? (
          <Banner tone="info" announce title={words.wait(waiting.length)}>
            {words.oneByOne}
            <span className="mt-2 flex flex-wrap gap-2">
              <Button
                onPress={() => {
                  dropNext();
                  void open();
                }}
              >
                <span className="max-w-60 truncate">{words.fileNext(first.name)}</span>
              </Button>
              <Button variant="quiet" onPress={leaveWaiting}>
                {words.leave}
              </Button>
            </span>
          </Banner>
        ) : null}
      </section>
    </>
  );
}
