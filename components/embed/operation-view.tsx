"use client";

import { useState } from "react";
import { OperationForm } from "#components/forms/operation-form";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { isSupported, useAccount, useOperation } from "#lib/client/account";
import { prepareOpening } from "#lib/client/form-intent";
import { JobView } from "./job-view.tsx";

interface OperationViewProps {
  operationId: string;
  /** What the form is filled with, by field. */
  values: Record<string, unknown>;
}

/** An operation's form, filled by the partner; on acceptance it turns into the job's panel. */
export function OperationView({ operationId, values }: OperationViewProps) {
  const account = useAccount();
  const operation = useOperation(operationId);
  const [jobId, setJobId] = useState<number | null>(null);
  // Before the form is drawn: it reads it as it opens.
  useState(() => prepareOpening(account.id, operationId, values));
  if (jobId !== null) {
    return (
      <>
        <JobView key={jobId} jobId={jobId} />
        {operation ? (
          <div className="px-4 pb-5">
            <Button
              onPress={() => {
                prepareOpening(account.id, operationId, values);
                setJobId(null);
              }}
            >
              Back to the form
            </Button>
          </div>
        ) : null}
      </>
    );
  }
  if (!operation) {
    return (
      <EmptyState title="This form can’t be sent from here">
        The page that shows it was not given the permission {operationId}.
      </EmptyState>
    );
  }
  if (!isSupported(account, operation)) {
    return (
      <EmptyState title={`${operation.name} is not supported for the connected EMR`}>
        Nothing can be sent from here.
      </EmptyState>
    );
  }
  return (
    <div className="bg-surface">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-5 pb-4">
        <h1 className="text-xl font-semibold">{operation.title}</h1>
        <OperationForm operationId={operationId} onAccepted={setJobId} />
      </div>
    </div>
  );
}
