import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { jobList } from "#lib/browser/api/jobs";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { needsPerson } from "#lib/browser/live/needs-person";
import { isRetrying } from "#lib/browser/live/retrying";
import { useAccountId } from "#lib/browser/session/account";
import type { JobModel } from "#lib/jobs/record/model";
import { syncSchedule } from "#lib/resources/providers/sync-schedule/definition";

/** More than become active while one looks. */
const LOOKED_AT = 50;

/** How the schedule of a provider who became active comes in: on its way, waiting for an EMR that is out, or not at all. */
export type ScheduleState = "coming" | "waiting" | "failed";

function stateOf(job: JobModel, isEmrOut: boolean): ScheduleState | null {
  if (job.status === "failed" || needsPerson(job)) return "failed";
  if (job.status !== "queued" && job.status !== "running") return null;
  return isEmrOut || isRetrying(job, job.status) ? "waiting" : "coming";
}

/** The providers whose schedule is still to come, by their id here; the newest sync of each counts. Kept live. */
export function useScheduleSyncs(): ReadonlyMap<string, ScheduleState> {
  const accountId = useAccountId();
  const { data } = useInfiniteQuery(jobList(accountId, { type: syncSchedule.id }, LOOKED_AT));
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
