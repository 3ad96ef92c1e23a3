"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback } from "react";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { ErrorState } from "#components/ui/error-state";
import { Link } from "#components/ui/link";
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { useWide } from "#components/ui/use-wide.ts";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { referralDetail } from "#lib/browser/api/referrals";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useAccountId, useOperationAt } from "#lib/browser/session/account";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { Priority } from "./priority.tsx";
import { ReferralDetails } from "./referral-details.tsx";
import { ReferralDocuments } from "./referral-documents.tsx";
import { words } from "./words.ts";

const DocumentViewer = dynamic(
  () => import("#components/documents/viewer/document-viewer").then((module) => module.DocumentViewer),
  { ssr: false },
);

/** In the address once a person has closed the document: without any, the one that came first is shown. */
const CLOSED = "";

/** Opens the form of the update beside the page, filled with the referral's present fields. */
function UpdateButton({ referral }: { referral: ReferralModel }) {
  const account = useAccount();
  const update = useOperationAt("referral");
  const { openForm } = useAside();
  if (!update || !canStart(account, update)) return null;
  if (referral.ehr_id === null) {
    return <p className="text-sm text-faint">{words.updatedOnceCreated}</p>;
  }
  return (
    <Button
      variant="primary"
      icon={<Pencil aria-hidden="true" />}
      onPress={() => openForm(update.id, { id: referral.id }, referral)}
    >
      {words.updateReferral}
    </Button>
  );
}

function Heading({ referral }: { referral: ReferralModel }) {
  const accountId = useAccountId();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 dir="auto" className="line-clamp-2 text-xl font-semibold break-words">
          {referral.reason || words.referral}
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <Link href={`/a/${accountId}/patients/${encodeURIComponent(referral.patient_mrn)}`}>
            <PatientName of={referral} />
          </Link>
          <Priority priority={referral.priority} />
          {referral.status ? <Badge>{referral.status}</Badge> : null}
        </div>
      </div>
      <UpdateButton referral={referral} />
    </div>
  );
}

/** The page of one referral: its documents, which stay visible beside the update's form, and every field. */
export function ReferralPage({ id }: { id: string }) {
  const accountId = useAccountId();
  const [chosen, setChosen] = useQueryState("document", parseAsString.withOptions({ history: "push" }));
  const show = useCallback((document: string) => void setChosen(document), [setChosen]);
  const { data: referral, error, isError, refetch } = useQuery(referralDetail(accountId, id));
  const isWide = useWide();
  // On a phone a document would push away what the referral says.
  const open = chosen ?? ((isWide && referral?.document_ids[0]) || "");
  const isUnknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
  return (
    <div className="@container flex flex-col gap-4 px-4 py-5 lg:px-6">
      <p className="flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden="true" className="size-4 text-faint" />
        <Link href={`/a/${accountId}/referrals`}>{words.referrals}</Link>
      </p>
      {referral ? <Heading referral={referral} /> : null}
      <SetAsideBanner reason={referral?.set_aside} />
      {isError && !referral ? (
        <ErrorState
          title={isUnknown ? words.unknownReferral : words.referralNotLoaded}
          {...(!isUnknown && { onRetry: () => void refetch() })}
        >
          {isUnknown ? words.otherAccount : `${error.message}. ${words.nothingChanged}`}
        </ErrorState>
      ) : null}
      {!referral && !isError ? (
        <>
          <Skeleton className="h-14 w-80 max-w-full" />
          <Skeleton className="h-80 w-full" />
        </>
      ) : null}
      {referral ? (
        <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <ReferralDocuments referral={referral} current={open} onOpen={show} />
            {open ? (
              <div className="h-[calc(100dvh-var(--topbar)-2.5rem)] min-h-96">
                <DocumentViewer
                  key={open}
                  documentId={open}
                  onClose={() => show(CLOSED)}
                  opensByItself={chosen === null}
                />
              </div>
            ) : null}
          </div>
          <section aria-label={words.details} className="rounded-lg border border-line bg-surface px-4 py-2">
            <ReferralDetails referral={referral} />
          </section>
        </div>
      ) : null}
    </div>
  );
}
