import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { submitOperation } from "#lib/browser/api/create-operation";
import type { CompletedDataOf } from "#lib/definitions/operation";
import { newId } from "#lib/kernel/id";
import type { searchOrderCatalog } from "#lib/resources/orders/search-catalog/definition";
import { useJobNews } from "./use-job.tsx";

/** One page of what a search of the order catalog found. */
export type CatalogPage = CompletedDataOf<typeof searchOrderCatalog>;

/** Searches the order catalog as any other operation does: what is found comes with the receipt of its job. */
export function useCatalogSearch(accountId: string) {
  const [jobId, setJobId] = useState<number | null>(null);
  const { mutate, isPending, error } = useMutation(submitOperation(accountId));
  const receipt = useJobNews().get(jobId ?? -1)?.receipt;
  const failed = receipt?.outcome === "failed" ? "The EMR could not be searched." : null;
  return {
    /** `body`: as POST /orders/catalog/fetch takes it (interface 4.4). */
    search: (body: Record<string, unknown>) =>
      mutate(
        { method: "POST", path: "/orders/catalog/fetch", body, idempotencyKey: newId() },
        { onSuccess: ({ job_id }) => setJobId(Number(job_id)) },
      ),
    isBusy: isPending || (jobId !== null && !receipt),
    problem: error?.message ?? failed,
    /** What the last search has found; null while it runs, and where it failed. */
    found: receipt?.outcome === "completed" ? (receipt.envelope.data as CatalogPage) : null,
  };
}
