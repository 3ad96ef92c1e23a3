import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import {
  isSupported,
  isSwitchedOn,
  type OperationSummary,
  useAccount,
  useOperations,
} from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";

/** An operation as a menu item. */
export interface Offer extends OperationSummary {
  /** Reason why the operation cannot be started; null if it can. */
  refusal: string | null;
}

function refusalOf(account: LinkedAccountModel, operation: OperationSummary): string | null {
  if (!isSupported(account, operation)) return `Not supported by ${emrName(account.emr_type)}`;
  return isSwitchedOn(account, operation) ? null : "Switched off: an admin can switch it on under Integrations";
}

/** Returns every operation, those that the account's EMR supports first. */
export function useOffers(): Offer[] {
  const account = useAccount();
  const offers = useOperations().map((operation) => ({
    ...operation,
    refusal: refusalOf(account, operation),
  }));
  return [...offers.filter(({ refusal }) => refusal === null), ...offers.filter(({ refusal }) => refusal !== null)];
}
