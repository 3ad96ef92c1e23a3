"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button";
import { Spinner } from "#components/ui/spinner";
import { submitOperation } from "#lib/browser/api/create-operation";
import { jobDetail } from "#lib/browser/api/job";
import { canStart, type OperationSummary, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import type { ConsolePlace } from "#lib/definitions/operation";
import type { JobDetailModel } from "#lib/job-record/model";
import { newId } from "#lib/kernel/id";
import { words } from "./read-again-words.ts";

interface Outcome {
  state: "reading" | "read" | "failed";
  words: string;
}

/** Returns what became of a live fetch, by its job, in words. */
function outcomeOf(job: JobDetailModel | undefined): Outcome {
  const state = job?.standing.state;
  if (state === "failed" || state === "cancelled")
    return { state: "failed", words: words.failed(job?.failure_reason ?? words.unknown) };
  if (state === "completed" && job?.status === "completed") {
    const { created = 0, updated = 0, deleted = 0 } = (job.result ?? {}) as Record<string, number>;
    const changed = created + updated + deleted;
    return { state: "read", words: changed === 0 ? words.nothingChanged : words.changed(changed) };
  }
  return { state: "reading", words: job?.waiting_reason ? words.waits(job.waiting_reason) : words.reading };
}

const ICONS = {
  none: <RefreshCw aria-hidden="true" />,
  reading: <Spinner />,
  read: <CircleCheck aria-hidden="true" className="text-success" />,
  failed: <TriangleAlert aria-hidden="true" className="text-danger" />,
};

function Button({ operation, input }: { operation: OperationSummary; input: Record<string, unknown> }) {
  const { id: accountId } = useAccount();
  const [jobId, setJobId] = useState<number | null>(null);
  const { mutate, isPending, error } = useMutation(submitOperation(accountId));
  // The stream invalidates this query on each change of the job.
  const { data: job } = useQuery({ ...jobDetail(accountId, jobId ?? 0), enabled: jobId !== null });
  const sending: Outcome | null = isPending ? { state: "reading", words: words.reading } : null;
  const refused: Outcome | null = error && { state: "failed", words: words.failed(error.message) };
  const outcome = sending ?? refused ?? (jobId === null ? null : outcomeOf(job));
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {/* On a phone the icon says that it was read; why it was not, nothing else says. */}
      <span
        role="status"
        className={`max-w-80 min-w-0 truncate text-sm text-muted ${outcome?.state === "failed" ? "max-sm:whitespace-normal" : "max-sm:sr-only"}`}
        title={outcome?.words}
      >
        {outcome?.words}
      </span>
      <IconButton
        label={words.readAgain}
        aria-disabled={outcome?.state === "reading"}
        onPress={() => {
          if (outcome?.state === "reading") return;
          setJobId(null);
          mutate(
            { route: `${operation.method} ${operation.path}`, input, idempotencyKey: newId() },
            { onSuccess: ({ job_id }) => setJobId(Number(job_id)) },
          );
        }}
      >
        {ICONS[outcome?.state ?? "none"]}
      </IconButton>
    </span>
  );
}

interface ReadAgainProps {
  /** The place of the operation that reads it. */
  place: ConsolePlace;
  /** What the page shows, as the operation's request. */
  input: Record<string, unknown>;
}

/**
 * Reads what a page shows again from the EMR, and says what came of it; the lists follow by themselves. Nothing where the EMR cannot be
 * asked, or in a view without a person.
 */
export function ReadAgain({ place, input }: ReadAgainProps) {
  const account = useAccount();
  const operation = useOperationAt(place);
  const isPerson = useUserId() !== undefined;
  if (!isPerson || !operation || !canStart(account, operation)) return null;
  return <Button key={JSON.stringify(input)} operation={operation} input={input} />;
}
