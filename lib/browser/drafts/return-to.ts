import type { Prefill } from "./opening.ts";

// A form may be left for a while to create the patient whom it is about. It stays in memory, as it may name a patient.
let left: { accountId: string; operationId: string; values: Prefill } | null = null;

/** Keeps what a form has when it is left to create its patient. */
export function leaveForPatient(accountId: string, operationId: string, values: Prefill): void {
  left = { accountId, operationId, values };
}

/** Returns what a form had when it was left to create its patient; nothing if another form was opened since. */
export const leftForPatient = (accountId: string, operationId: string): Prefill =>
  left?.accountId === accountId && left.operationId === operationId ? left.values : {};

/** Forgets the form that was left: another one was opened. */
export function forgetLeft(): void {
  left = null;
}
