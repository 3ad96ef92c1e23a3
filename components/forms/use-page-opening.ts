import { useQuery } from "@tanstack/react-query";
import { presentValues } from "#lib/browser/api/present-values";
import { NO_OPENING, type Opening } from "#lib/browser/drafts/opening";
import { useOnScreen } from "#lib/browser/page/on-screen";
import { type OperationSummary, useAccountId } from "#lib/browser/session/account";
import { changedRecord } from "./changed-record.ts";

/**
 * Returns the values that the page's patient or referral gives to an operation's form: a link with `?new=` names the
 * operation alone. Null while the record loads.
 */
export function usePageOpening(operation: OperationSummary): Opening | null {
  const accountId = useAccountId();
  const { patients: mrn, referrals: referralId } = useOnScreen();
  const record = changedRecord(operation);
  const id = record && { patient: mrn, referral: referralId }[record.kind];
  const { data, isPending } = useQuery({
    ...presentValues(accountId, record?.kind ?? "referral", id ?? ""),
    enabled: id !== undefined,
  });
  if (record && id !== undefined) {
    if (data) return { prefill: { [record.parameter]: id }, standing: data };
    return isPending ? null : NO_OPENING;
  }
  if (operation.path.includes("{mrn}") && mrn !== undefined) return { prefill: { mrn }, standing: {} };
  return operation.forPatient && mrn !== undefined ? { prefill: { patient_mrn: mrn }, standing: {} } : NO_OPENING;
}
