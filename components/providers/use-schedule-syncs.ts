import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { jobList } from "#lib/browser/api/jobs";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccountId, useJobTypes } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";

/** Page size: more than become active while the page is open. */
const LOOKED_AT = 50;

/**
 * State of the schedule sync of a provider that became active: in progress, waiting for an EMR that is out, or failed.
 */
export type ScheduleState = "coming" | "waiting" | "failed";

function stateOf({ standing: { state, needs_person, retrying } }: JobModel, isEmrOut: boolean): ScheduleState | null {
  if (state === "failed" || needs_person) return "failed";
  if (state !== "queued" && state !== "running") return null;
  return isEmrOut || retrying ? "waiting" : "coming";
}

/** Returns the providers with a pending schedule sync by their id here, judged by the newest sync. Updates live. */
export function useScheduleSyncs(): ReadonlyMap<string, ScheduleState> {
  const accountId = useAccountId();
  const type = useJobTypes().find(({ place }) => place === "provider-schedule")?.id;
  const { data } = useInfiniteQuery(jobList(accountId, { type }, LOOKED_AT));
  const { data: account } = useQuery(linkedAccountState(accountId));
  const states = new Map<string, ScheduleState>();
  const seen = new Set<string>();
  for (const job of data?.pages[0]?.jobs ?? []) {
    const id = String(job.identifiers.provider_id ?? "");
    if (seen.has(id)) continue;
    seen.add(id);
    const state = stateOf(job, Boolean(account?.emr_out_since));
    if (state) states.set(id, state);
  }
  return states;
}
