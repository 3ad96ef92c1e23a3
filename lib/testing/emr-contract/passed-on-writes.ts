import type { Capability } from "#lib/emr/port/capability";
import type { EmrConnection, PassedOperation, WriteOptions } from "#lib/emr/port/port";
import type { ContractSubject } from "./subject.ts";

/** An operation that a test passes on: its request without the callback. */
export type PassedRequest = Pick<PassedOperation, "method" | "path" | "body" | "file" | "visit">;

/** Passes an operation on, with a callback address that its key makes unique. Resolves to the id of the EMR's job. */
export async function passOn(
  emr: EmrConnection,
  request: PassedRequest,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<string> {
  const callbackUrl = `http://127.0.0.1:9/v1/emr-events/${key}`;
  const answer = await emr.passOn?.({ ...request, key, callbackUrl }, signal);
  return String(answer?.job_id ?? "");
}

/** Returns the writes of a subject whose connection passes operations on. */
export const passedOnWrites = (requests: Partial<Record<Capability, PassedRequest>>): ContractSubject["writes"] =>
  Object.fromEntries(
    Object.entries(requests).map(([capability, request]) => [
      capability,
      (emr: EmrConnection, options: WriteOptions) => passOn(emr, request, options),
    ]),
  );
