import { useQueryClient } from "@tanstack/react-query";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccount } from "#lib/browser/session/account";
import type { Sent } from "./similar-request.ts";

/**
 * Returns a function that opens the form of a job's operation with what the job was sent with; a failed job that nothing
 * followed is corrected by it.
 */
export function useSimilarForm(job: Sent, operation: OperationSummary) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const { openForm } = useAside();
  return async (): Promise<void> => {
    const { similarRequest } = await import("./similar-request.ts");
    openForm(operation.id, ...(await similarRequest(job, operation, { accountId, timezone, client })));
  };
}
