import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { isSupported, isSwitchedOn, type OperationSummary } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { words } from "./words.ts";

/** Reason for an operation that an admin switched off. */
export const SWITCHED_OFF = words.switchedOff;

/** Returns the reason why an operation cannot be started in an account, for menus; null if it can. */
export function refusalOf(account: LinkedAccountModel, operation: OperationSummary): string | null {
  if (!isSupported(account, operation)) return words.notSupportedBy(emrName(account.emr_type));
  return isSwitchedOn(account, operation) ? null : SWITCHED_OFF;
}
