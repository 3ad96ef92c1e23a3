"use client";

import { FileText, FileX } from "lucide-react";
import dynamic from "next/dynamic";
import { sizeWords, typeWords } from "#components/documents/viewer/shown-as";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { Skeleton } from "#components/ui/skeleton";
import { documentList } from "#lib/browser/api/documents";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { words } from "./words.ts";

const StartButton = dynamic(() => import("#components/forms/start-button").then((module) => module.StartButton), {
  ssr: false,
});

interface ReferralDocumentsProps {
  referral: Pick<ReferralModel, "id" | "patient_mrn" | "ehr_id">;
  /** Id of the open document; "" for none. */
  current: string;
  onOpen: (id: string) => void;
}

/** Lists a referral's documents, each of which can be opened. */
export function ReferralDocuments({ referral, current, onOpen }: ReferralDocumentsProps) {
  const { query, rows } = useRows(documentList(useAccountId(), { referral_id: referral.id }));
  return (
    <section aria-label={words.documents} className="overflow-hidden rounded-lg border border-line bg-surface">
      {query.isPending ? <Skeleton className="m-3 h-10" /> : null}
      {query.isError && rows.length === 0 ? (
        <ErrorState title={words.documentsNotLoaded} onRetry={() => void query.refetch()}>
          {query.error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {query.isSuccess && rows.length === 0 ? (
        <EmptyState icon={<FileX aria-hidden="true" />} title={words.noDocuments}>
          {words.noDocumentsHint}
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {rows.map(({ id, file_name, mime_type, size, set_aside }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current || undefined}
              onClick={() => onOpen(id)}
              className="flex w-full items-center gap-3 px-4 py-2.5 text-left transition-colors duration-100 hover:bg-hover/60 focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
            >
              <FileText aria-hidden="true" className="size-4 shrink-0 text-faint" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <span dir="auto" className="max-w-full grow truncate font-medium" title={file_name}>
                  {file_name}
                </span>
                <span className="text-sm text-faint">
                  {typeWords(mime_type)} · {sizeWords(size)}
                </span>
                <SetAsideMark reason={set_aside} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {/* The EMR must have the referral before a document of it. */}
      {referral.ehr_id === null ? null : (
        <div className="border-t border-line p-3 empty:hidden">
          <StartButton place="documents" values={{ patient_mrn: referral.patient_mrn, referral_id: referral.id }} />
        </div>
      )}
    </section>
  );
}
