import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { isSupported, isSwitchedOn, type OperationSummary } from "#lib/browser/session/account";

/**
 * Returns which of the writes that an account's EMR supports are switched off: "Switched off for this EMR: Payment, Task."
 * Null if none is.
 */
export function switchedOffWords(account: LinkedAccountModel, operations: readonly OperationSummary[]): string | null {
  const writes = operations.filter((each) => each.effect === "writes" && isSupported(account, each));
  const off = writes.filter((each) => !isSwitchedOn(account, each));
  if (off.length === 0) return null;
  if (off.length === writes.length) return "Read-only: nothing is written to this EMR.";
  return `Switched off for this EMR: ${off.map(({ name }) => name).join(", ")}.`;
}
