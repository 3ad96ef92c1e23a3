import { emrName } from "#lib/administration/linked-accounts/model";
import { isSupported, type OperationSummary, useAccount, useOperations } from "#lib/browser/session/account";

/** An operation as a menu item. */
export interface Offer extends OperationSummary {
  /** Reason why the operation cannot be started; null if it can. */
  refusal: string | null;
}

/** Returns every operation, those that the account's EMR supports first. */
export function useOffers(): Offer[] {
  const account = useAccount();
  const offers = useOperations().map((operation) => ({
    ...operation,
    refusal: isSupported(account, operation) ? null : `Not supported by ${emrName(account.emr_type)}`,
  }));
  return [...offers.filter(({ refusal }) => refusal === null), ...offers.filter(({ refusal }) => refusal !== null)];
}
