import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { submitOperation } from "#lib/browser/api/create-operation";
import { jobDetail } from "#lib/browser/api/job";
import { useOperationAt } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { OrderCatalogPage } from "#lib/resources/orders/model";

/** Searches the order catalog as any other operation does: the result stands in its job once that has completed. */
export function useCatalogSearch(accountId: string) {
  const [jobId, setJobId] = useState<number | null>(null);
  const searching = useOperationAt("order-catalog");
  const { mutate, isPending, error } = useMutation(submitOperation(accountId));
  // The stream has it read anew with each of its changes.
  const { data: job } = useQuery({ ...jobDetail(accountId, jobId ?? 0), enabled: jobId !== null });
  const state = job?.standing.state;
  const failed = state === "failed" || state === "cancelled" ? "The EMR could not be searched." : null;
  return {
    /** `body`: as POST /orders/catalog/fetch takes it (interface 4.4). */
    search: (body: Record<string, unknown>) =>
      searching &&
      mutate(
        { method: searching.method, path: searching.path, body, idempotencyKey: newId() },
        { onSuccess: ({ job_id }) => setJobId(Number(job_id)) },
      ),
    isBusy: isPending || (jobId !== null && state !== "completed" && failed === null),
    problem: error?.message ?? failed,
    /** What the last search has found; null while it runs, and where it failed. */
    found: state === "completed" ? (job?.result as OrderCatalogPage | null) : null,
  };
}
