"use client";

import { type ReactNode, useEffect } from "react";
import { JobPanel } from "#components/jobs/job-panel";
import { useJob } from "#components/jobs/use-job";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { useAside } from "#lib/browser/page/form-intent";
import { forgetTyped, hasTurnedAway } from "#lib/browser/page/typed-before-form";
import {
  canStart,
  isSupported,
  type OperationSummary,
  useAccount,
  useJobType,
  useOperation,
} from "#lib/browser/session/account";
import { FormSkeleton } from "./form-skeleton.tsx";
import { OperationForm } from "./operation-form.tsx";
import { useDraftOpening } from "./use-draft-opening.ts";
import { usePageOpening } from "./use-page-opening.ts";
import { words } from "./words.ts";

/** Lets the keys pass that were to go into a form, as there is none. */
function NoTyping({ children }: { children: ReactNode }) {
  useEffect(forgetTyped, []);
  return children;
}

/** Says why there is no form: the operation is unknown, unsupported or switched off. */
function NoForm({ operation }: { operation: OperationSummary | undefined }) {
  const account = useAccount();
  if (!operation) return <EmptyState title={words.unknownForm}>{words.chooseFromMenu}</EmptyState>;
  return isSupported(account, operation) ? (
    <EmptyState title={words.isSwitchedOff(operation.name)}>{words.isSwitchedOffHint(account.name)}</EmptyState>
  ) : (
    <EmptyState title={words.isNotSupported(operation.name)}>{words.otherAccount}</EmptyState>
  );
}

/** Shows the form with the values of the page beside it, as a link opens it in a new tab. */
function FormOnPage({ operation }: { operation: OperationSummary }) {
  const { close, openJob } = useAside();
  const onPage = usePageOpening(operation);
  if (onPage === null) return <FormSkeleton />;
  const onAccepted = (jobId: number) => openJob(jobId, { replace: true });
  return <OperationForm operationId={operation.id} onPage={onPage} onAccepted={onAccepted} onCancel={close} />;
}

/** Shows the form with the values that an assistant has drafted. */
function FormOnDraft({ operation, draftId }: { operation: OperationSummary; draftId: string }) {
  const { close, openJob } = useAside();
  const { data: opening, isError, error, refetch } = useDraftOpening(operation, draftId);
  if (isError) {
    return (
      <NoTyping>
        <ErrorState title={words.draftNotLoaded} onRetry={() => void refetch()}>
          {error.message}. {words.nothingSent}
        </ErrorState>
      </NoTyping>
    );
  }
  if (opening === undefined) return <FormSkeleton />;
  if (opening === "gone") {
    return (
      <NoTyping>
        <EmptyState title={words.draftGone}>{words.draftGoneHint}</EmptyState>
      </NoTyping>
    );
  }
  const onAccepted = (jobId: number) => openJob(jobId, { replace: true });
  return <OperationForm operationId={operation.id} onPage={opening} onAccepted={onAccepted} onCancel={close} />;
}

/** Shows the form with what it begins with. */
function Filled({ operation, draftId }: { operation: OperationSummary; draftId: string | null }) {
  return draftId === null ? (
    <FormOnPage operation={operation} />
  ) : (
    <FormOnDraft operation={operation} draftId={draftId} />
  );
}

function FormAside({ operationId, draftId }: { operationId: string; draftId: string | null }) {
  const { close } = useAside();
  const account = useAccount();
  const operation = useOperation(operationId);
  return (
    <Drawer
      isOpen
      onClose={close}
      title={operation?.title ?? words.new}
      detail={account.name}
      leavesFocus={hasTurnedAway()}
    >
      {operation && canStart(account, operation) ? (
        <Filled operation={operation} draftId={draftId} />
      ) : (
        <NoTyping>
          <NoForm operation={operation} />
        </NoTyping>
      )}
    </Drawer>
  );
}

function JobAside({ jobId }: { jobId: number }) {
  const { close } = useAside();
  const { job } = useJob(jobId);
  const jobType = useJobType(job?.type ?? "");
  return (
    <Drawer isOpen onClose={close} title={jobType?.name ?? job?.type ?? words.job} detail={`${words.job} ${jobId}`}>
      <JobPanel key={jobId} jobId={jobId} onDone={close} />
    </Drawer>
  );
}

/** Shows a form or a job beside the page; an accepted form is replaced by its job's panel. */
export function AsideDrawer() {
  const { operationId, draftId, jobId } = useAside();
  if (jobId !== null) return <JobAside jobId={jobId} />;
  if (operationId === null) return null;
  return <FormAside key={`${operationId} ${draftId}`} operationId={operationId} draftId={draftId} />;
}
