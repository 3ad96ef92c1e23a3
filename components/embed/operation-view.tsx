"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { OutlinedForm } from "#components/forms/outlined-form";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { prepareOpening } from "#lib/browser/drafts/opening";
import { canStart, isSupported, useAccount, useOperation } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { ViewLoading } from "./view-loading.tsx";
import { words } from "./view-words.ts";

const loadJob = () => import("./addressed-job.tsx").then((module) => module.AddressedJob);
const Job = dynamic(loadJob, { ssr: false, loading: ViewLoading });

interface OperationViewProps {
  operationId: string;
  /** Outline of the form; undefined for an unknown operation. */
  outline: FormOutline | undefined;
  /** Values that the form begins with, by field. */
  values: Record<string, unknown>;
}

/** An operation's form with the partner's values. After acceptance it shows the job's panel. */
export function OperationView({ operationId, outline, values }: OperationViewProps) {
  const account = useAccount();
  const operation = useOperation(operationId);
  const [jobId, setJobId] = useState<number | null>(null);
  // Must run before the form renders, because the form reads the values when it opens.
  useState(() => prepareOpening(account.id, operationId, { prefill: values }));
  if (jobId !== null) {
    return (
      <Job key={jobId} jobId={jobId}>
        {operation ? (
          <Button
            onPress={() => {
              prepareOpening(account.id, operationId, { prefill: values });
              setJobId(null);
            }}
            className="self-start"
          >
            {words.backToForm}
          </Button>
        ) : null}
      </Job>
    );
  }
  if (!operation || !outline) {
    return (
      <main>
        <EmptyState title={words.notAllowed}>{words.notAllowedHint(operationId)}</EmptyState>
      </main>
    );
  }
  if (!canStart(account, operation)) {
    const why = isSupported(account, operation) ? words.switchedOff : words.notSupported;
    return (
      <main>
        <EmptyState title={why(operation.name)}>{words.nothingToSend}</EmptyState>
      </main>
    );
  }
  return (
    <main className="bg-surface">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-5 pb-4">
        <h1 className="text-xl font-semibold">{operation.title}</h1>
        <OutlinedForm outline={outline} onAccepted={setJobId} onEnter={() => void loadJob()} />
      </div>
    </main>
  );
}
