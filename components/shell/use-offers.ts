import { refusalOf } from "#components/forms/refusal.ts";
import { type OperationSummary, useAccount, useOperations } from "#lib/browser/session/account";

/** An operation as a menu item. */
export interface Offer extends OperationSummary {
  /** Reason why the operation cannot be started; null if it can. */
  refusal: string | null;
}

/** Returns every operation, those that can be started first. */
export function useOffers(): Offer[] {
  const account = useAccount();
  const offers = useOperations().map((operation) => ({
    ...operation,
    refusal: refusalOf(account, operation),
  }));
  return [...offers.filter(({ refusal }) => refusal === null), ...offers.filter(({ refusal }) => refusal !== null)];
}
