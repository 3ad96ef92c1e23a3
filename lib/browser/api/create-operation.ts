import { isPassing } from "./api-failure.ts";
import { call } from "./fetcher.ts";

/** What every accepted operation answers (interface 2.1), besides its identifiers. */
export interface Acceptance {
  success: true;
  message: string;
  job_id?: number | string;
  [identifier: string]: unknown;
}

export interface OperationRequest {
  method: "POST" | "PATCH";
  /** Below `/v1`, its parameters filled in. */
  path: string;
  body: Record<string, unknown>;
  /** Makes repeating safe: the same key and body is accepted once (decisions §6). */
  idempotencyKey: string;
}

/** A write, as the options of a mutation: sent again by itself where the connection failed, under the same key. */
export const submitOperation = (accountId: string) => ({
  mutationKey: ["operation", accountId],
  mutationFn: ({ path, ...options }: OperationRequest) => call<Acceptance>(accountId, path, options),
  retry: (failures: number, error: Error) => failures < 2 && isPassing(error),
  retryDelay: (failures: number) => 500 * 3 ** failures,
});
