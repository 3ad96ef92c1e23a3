import { useQuery } from "@tanstack/react-query";
import { referralDetail } from "#lib/browser/api/referrals";
import { NO_OPENING, type Opening } from "#lib/browser/drafts/opening";
import { useOnScreen } from "#lib/browser/page/on-screen";
import { type OperationSummary, useAccountId } from "#lib/browser/session/account";
import { changedReferral } from "./changed-referral.ts";

/**
 * Returns the values that the page's patient or referral gives to an operation's form: a link with `?new=` names the
 * operation alone. Null while the referral loads.
 */
export function usePageOpening(operation: OperationSummary): Opening | null {
  const accountId = useAccountId();
  const { patients: mrn, referrals: referralId } = useOnScreen();
  const parameter = changedReferral(operation);
  const id = parameter === undefined ? undefined : referralId;
  const { data, isPending } = useQuery({ ...referralDetail(accountId, id ?? ""), enabled: id !== undefined });
  if (parameter !== undefined && id !== undefined) {
    if (data) return { prefill: { [parameter]: data.id }, standing: data };
    return isPending ? null : NO_OPENING;
  }
  return operation.forPatient && mrn !== undefined ? { prefill: { patient_mrn: mrn }, standing: {} } : NO_OPENING;
}
