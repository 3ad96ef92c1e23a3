import { isPassing } from "./api-failure.ts";
import { callDefined } from "./fetcher.ts";

/** The response to every accepted operation (interface 2.1), without its identifiers. */
export interface Acceptance {
  success: true;
  message: string;
  job_id?: number | string;
  [identifier: string]: unknown;
}

export interface OperationRequest {
  /** The operation's method and path below `/v1`, such as `PATCH /referrals/{id}`. */
  route: string;
  /** The fields of the path and of the body. */
  input: Record<string, unknown>;
  /** Makes a repeated request safe: the same key and body is accepted once (decisions §6). */
  idempotencyKey: string;
  /** Seconds for which the job is held before it is sent, so that it can be taken back (decisions §6). */
  holdSeconds?: number;
  /** Id of the assistant's draft that the request sends. */
  draftId?: string;
  /** Id of the failed job that the request corrects. */
  correctsId?: number;
}

/** A write, as the options of a mutation: retried under the same key if the connection fails. */
export const submitOperation = (accountId: string) => ({
  mutationKey: ["operation", accountId],
  mutationFn: ({ route, input, ...options }: OperationRequest) =>
    callDefined<Acceptance>(accountId, route, input, options),
  retry: (failures: number, error: Error) => failures < 2 && isPassing(error),
  retryDelay: (failures: number) => 500 * 3 ** failures,
});
