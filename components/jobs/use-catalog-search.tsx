import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { submitOperation } from "#lib/browser/api/create-operation";
import { jobDetail } from "#lib/browser/api/job";
import { useOperationAt } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { OrderCatalogPage } from "#lib/resources/orders/model";
import { words } from "./words.ts";

/** Searches the order catalog by the same kind of job as any operation; the result is part of the completed job. */
export function useCatalogSearch(accountId: string) {
  const [jobId, setJobId] = useState<number | null>(null);
  const searching = useOperationAt("order-catalog");
  const { mutate, isPending, error } = useMutation(submitOperation(accountId));
  // The stream invalidates this query on each change of the job.
  const { data: job } = useQuery({ ...jobDetail(accountId, jobId ?? 0), enabled: jobId !== null });
  const state = job?.standing.state;
  const failed = state === "failed" || state === "cancelled" ? words.notSearched : null;
  return {
    /** `body`: the request of POST /orders/catalog/fetch (interface 4.4). */
    search: (body: Record<string, unknown>) =>
      searching &&
      mutate(
        { route: `${searching.method} ${searching.path}`, input: body, idempotencyKey: newId() },
        { onSuccess: ({ job_id }) => setJobId(Number(job_id)) },
      ),
    isBusy: isPending || (jobId !== null && state !== "completed" && failed === null),
    problem: error?.message ?? failed,
    /** The result of the last search; null while it runs and if it failed. */
    found: state === "completed" ? (job?.result as OrderCatalogPage | null) : null,
  };
}
