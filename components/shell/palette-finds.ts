import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { jobById } from "#lib/browser/api/job";
import { patientSearch } from "#lib/browser/api/patients";
import { useAside } from "#lib/browser/page/form-intent";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId } from "#lib/browser/session/account";
import { readJobId } from "./palette-matches.ts";

/** Minimum of letters: fewer match half of the practice. */
const MIN_SEARCH = 2;

/** Returns the patients that match a text; none for a short text or after a patient was chosen. */
export function useFoundPatients(text: string, isWanted: boolean) {
  const words = useDeferredValue(text.trim());
  const enabled = isWanted && words.length >= MIN_SEARCH;
  const search = useQuery({ ...patientSearch(useAccountId(), words), enabled });
  // Results of an earlier text must not be under a finger that is about to choose.
  const isAsked = words === text.trim();
  const isCurrent = enabled && isAsked && !search.isPlaceholderData;
  return {
    patients: isCurrent ? (search.data ?? []) : [],
    isLooking: enabled && (search.isFetching || !isAsked),
    isFailed: isCurrent && search.isError && !search.isFetching,
  };
}

/** Returns the job in a text once it is known to exist, and a function that opens it at once. */
export function useNamedJob(text: string, isWanted: boolean) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { openJob } = useAside();
  const named = isWanted ? readJobId(text) : null;
  // A number is looked up once it is complete: its first digits name other jobs.
  const asked = Number(useSettled(String(named ?? 0)));
  const { data, isFetching, isPending } = useQuery({ ...jobById(accountId, asked), enabled: asked !== 0 });
  const isSettled = named === null || (asked === named && !isPending);
  return {
    job: named !== null && data?.job_id === named ? data : null,
    isLooking: isFetching || !isSettled,
    /** False until it is known whether the job exists. */
    isSettled,
    /** Resolves to whether the job exists. */
    open: async (): Promise<boolean> => {
      if (named === null) return false;
      const found = await client.fetchQuery(jobById(accountId, named)).catch(() => null);
      if (found) openJob(found.job_id);
      return found !== null;
    },
  };
}
