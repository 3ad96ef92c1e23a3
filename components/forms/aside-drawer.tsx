"use client";

import { JobPanel } from "#components/jobs/job-panel";
import { useJob } from "#components/jobs/use-job";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { useAside } from "#lib/browser/page/form-intent";
import { isSupported, useAccount, useJobType, useOperation } from "#lib/browser/session/account";
import { OperationForm } from "./operation-form.tsx";

function FormAside({ operationId }: { operationId: string }) {
  const { close, openJob } = useAside();
  const account = useAccount();
  const operation = useOperation(operationId);
  const supported = operation && isSupported(account, operation);
  return (
    <Drawer isOpen onClose={close} title={operation?.title ?? "New"} detail={account.name}>
      {supported ? (
        <OperationForm operationId={operationId} onAccepted={(jobId) => openJob(jobId, { replace: true })} />
      ) : (
        <EmptyState
          title={operation ? `${operation.name} is not supported for the connected EMR` : "There is no such form"}
        >
          {operation ? "Another account of yours may support it." : "Choose one from the New menu."}
        </EmptyState>
      )}
    </Drawer>
  );
}

function JobAside({ jobId }: { jobId: number }) {
  const { close } = useAside();
  const { job } = useJob(jobId);
  const jobType = useJobType(job?.type ?? "");
  return (
    <Drawer isOpen onClose={close} title={jobType?.name ?? job?.type ?? "Job"} detail={`Job ${jobId}`}>
      <JobPanel key={jobId} jobId={jobId} />
    </Drawer>
  );
}

/** Shows a form or a job beside the page; an accepted form is replaced by its job's panel. */
export function AsideDrawer() {
  const { operationId, jobId } = useAside();
  if (jobId !== null) return <JobAside jobId={jobId} />;
  return operationId === null ? null : <FormAside key={operationId} operationId={operationId} />;
}
