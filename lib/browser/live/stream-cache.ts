import type { QueryClient } from "@tanstack/react-query";
import { accountSyncKey } from "#lib/browser/api/account-sync";
import { jobKey } from "#lib/browser/api/job";
import { jobStatsKey } from "#lib/browser/api/job-stats";
import { jobsKey } from "#lib/browser/api/jobs";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { isReadAgain } from "#lib/browser/api/query-client";
import type { JobTypeSummary } from "#lib/browser/session/account";
import type { JobMessage, JobModel } from "#lib/job-record/model";
import { atMostEvery } from "./at-most-every.ts";
import { keepStanding } from "./job-standing.ts";
import type { ServerSentMessage } from "./stream-connection.ts";
import { toReconcile, toReconcileKey } from "./to-reconcile.ts";

/** Minimum time between refreshes of the lists, however much happens. */
const REFRESH_MS = 1_000;

/** Minimum time between refreshes of the EMR's state after job messages: it is a small display and rarely changes. */
const ACCOUNT_REFRESH_MS = 5_000;

/** Minimum time between refreshes of the last day's counts: a burst of jobs must not count them anew each second. */
const STATS_REFRESH_MS = 3_000;

/** Minimum time between refreshes of jobs that wait for a user: each was retried for minutes before. */
const TO_RECONCILE_REFRESH_MS = 3_000;

/** Delay before a delivery is read again: the sender records its success only after it has our response. */
const NOTED_MS = 500;

/** Checks whether an event reports that a sync is degraded or has recovered (decisions §12). */
const isAboutSync = ({ data }: ServerSentMessage): boolean => String(JSON.parse(data).type).startsWith("sync.");

/** Returns all lists that jobs change. */
export const changingLists = (...kinds: (readonly JobTypeSummary[])[]): readonly string[] => [
  ...new Set(
    kinds.flat().flatMap(({ invalidates, listedIn }) => (listedIn ? [...invalidates, listedIn] : invalidates)),
  ),
];

/**
 * Writes the stream's messages into the cache that panels, lists and the tray read. `changingLists` are all lists that
 * jobs change; they are read again after a gap in the stream.
 */
export function makeStreamCache(client: QueryClient, accountId: string, changingLists: readonly string[]) {
  const refreshLists = atMostEvery(REFRESH_MS, () => client.invalidateQueries({ queryKey: jobsKey(accountId) }));
  const refreshJob = (jobId: number) => void client.invalidateQueries({ queryKey: jobKey(accountId, jobId) });

  const refresh = (lists: readonly string[], refetchType: "active" | "none" = "active") => {
    // Whatever changes a list of records may stand in their changes, too.
    const stale = lists.length > 0 ? [...lists, "changes"] : [];
    for (const list of stale)
      void client.invalidateQueries({ queryKey: [list, accountId], refetchType, predicate: isReadAgain });
  };
  let hasOpened = false;

  const refreshAccount = atMostEvery(ACCOUNT_REFRESH_MS, () =>
    client.invalidateQueries({ queryKey: linkedAccountKey(accountId) }),
  );

  const refreshStats = atMostEvery(STATS_REFRESH_MS, () =>
    client.invalidateQueries({ queryKey: jobStatsKey(accountId) }),
  );

  const refreshSync = atMostEvery(REFRESH_MS, () =>
    Promise.all(
      [accountSyncKey(accountId), linkedAccountKey(accountId)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    ),
  );

  const refreshEvents = atMostEvery(REFRESH_MS, () => client.invalidateQueries({ queryKey: ["events", accountId] }));

  const refreshToReconcile = atMostEvery(TO_RECONCILE_REFRESH_MS, () =>
    client.invalidateQueries({ queryKey: toReconcileKey(accountId) }),
  );

  /** A job that needs a user joins the list, and a job that ends leaves it. */
  const refreshReconcile = (jobId: number, needsPerson: boolean) => {
    const listed = client.getQueryData(toReconcile(accountId).queryKey);
    if (needsPerson || listed?.some(({ job_id }) => job_id === jobId)) refreshToReconcile();
  };

  /** A new job may follow a failed one that a colleague looks at: its message does not say so. */
  const refreshUnsettled = () =>
    void client.invalidateQueries({
      queryKey: ["job", accountId],
      predicate: ({ state }) => {
        const shown = state.data as Partial<JobModel> | undefined;
        return shown?.status === "failed" && shown.retried_as === null;
      },
    });

  const takeJob = ({ job_id: jobId, standing, invalidates, event_type: received }: JobMessage) => {
    keepStanding(client, accountId, jobId, standing);
    refresh(invalidates);
    refreshJob(jobId);
    if (standing.state === "queued") refreshUnsettled();
    if (received) setTimeout(() => refreshJob(jobId), NOTED_MS);
    refreshLists();
    refreshStats();
    refreshAccount();
    refreshReconcile(jobId, standing.needs_person);
  };

  return {
    take(message: ServerSentMessage): void {
      if (message.event === "job" || message.event === "standing") takeJob(JSON.parse(message.data) as JobMessage);
      // What the EMR shows otherwise than before; the lists have the names of the kinds.
      else if (message.event === "changes") refresh(JSON.parse(message.data).kinds);
      else if (message.event === "event") {
        refreshEvents();
        if (isAboutSync(message)) refreshSync();
      }
    },
    /** Reads everything again that may have changed without a message. */
    refreshAll(): void {
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      void client.invalidateQueries({ queryKey: ["job", accountId] });
      void client.invalidateQueries({ queryKey: toReconcileKey(accountId) });
      // When the page opens, its long lists are already loading: they are only marked as stale, so that they are not
      // read twice.
      refresh(changingLists, hasOpened ? "active" : "none");
      hasOpened = true;
      refreshAccount();
    },
  };
}
