import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { visitsAround } from "#lib/browser/api/appointments";
import { claimList } from "#lib/browser/api/claims";
import { documentList } from "#lib/browser/api/documents";
import { jobList } from "#lib/browser/api/jobs";
import { recallList } from "#lib/browser/api/recalls";
import { referralList } from "#lib/browser/api/referrals";
import { useWrittenRows } from "#lib/browser/generated/use-written-rows";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";

/**
 * Returns the first page of each list of a patient's records, one request per list. The tabs ask for the same pages, so
 * that an opened tab shows its records at once.
 */
export function usePatientRecords(mrn: string) {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const filters = { patient_mrn: mrn };
  return {
    today,
    visits: useRows(visitsAround(accountId, mrn, today)),
    claims: useRows(claimList(accountId, filters)),
    referrals: useRows(referralList(accountId, filters)),
    recalls: useRows(recallList(accountId, filters)),
    documents: useRows(documentList(accountId, filters)),
    written: useWrittenRows(accountId, filters),
    jobs: useInfiniteQuery(jobList(accountId, filters)),
  };
}

export type PatientRecords = ReturnType<typeof usePatientRecords>;

type Listed = Pick<ReturnType<typeof useRows>, "counted" | "query">;

/** Returns the number of records of some lists, such as "12" or "100+"; null while one of them is unknown. */
export function countOf(...lists: readonly Listed[]): string | null {
  if (lists.some(({ counted, query }) => counted.loaded === null || query.isError)) return null;
  const sum = lists.reduce((all, { counted: { loaded, total } }) => all + (total ?? loaded ?? 0), 0);
  const isLess = lists.some(({ counted: { total, hasMore } }) => total === null && hasMore);
  return isLess ? `${sum}+` : String(sum);
}
