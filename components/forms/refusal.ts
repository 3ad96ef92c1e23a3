import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { isSupported, isSwitchedOn, type OperationSummary } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";

/** Reason for an operation that an admin switched off. */
export const SWITCHED_OFF = "Switched off: an admin can switch it on under Integrations";

/** Returns the reason why an operation cannot be started in an account, for menus; null if it can. */
export function refusalOf(account: LinkedAccountModel, operation: OperationSummary): string | null {
  if (!isSupported(account, operation)) return `Not supported by ${emrName(account.emr_type)}`;
  return isSwitchedOn(account, operation) ? null : SWITCHED_OFF;
}
