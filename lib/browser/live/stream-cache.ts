import type { QueryClient } from "@tanstack/react-query";
import { jobKey } from "#lib/browser/api/job";
import { jobsKey } from "#lib/browser/api/jobs";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import type { JobTypeSummary } from "#lib/browser/session/account";
import type { JobMessage } from "#lib/jobs/record/model";
import { keepStanding } from "./job-standing.ts";
import type { ServerSentMessage } from "./stream-connection.ts";
import { toReconcile, toReconcileKey } from "./to-reconcile.ts";

/** Lists are read anew at most this often, however much happens. */
const REFRESH_MS = 1_000;

/** Jobs tell how the EMR stands, which is shown small and changes seldom. */
const ACCOUNT_REFRESH_MS = 5_000;

/** What waits for a person was tried for minutes before. */
const TO_RECONCILE_REFRESH_MS = 3_000;

/** The sender of a webhook notes its success only after our own answer: its delivery is read a moment later. */
const NOTED_MS = 500;

/** Calls at once, then at most once per interval, and a last time after the last request. */
function atMostEvery(interval: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  return () => {
    if (timer) return;
    const wait = last + interval - Date.now();
    const run = () => {
      timer = null;
      last = Date.now();
      act();
    };
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
  };
}

/** All lists that jobs change. */
export const changingLists = (...kinds: (readonly JobTypeSummary[])[]): readonly string[] => [
  ...new Set(
    kinds.flat().flatMap(({ invalidates, listedIn }) => (listedIn ? [...invalidates, listedIn] : invalidates)),
  ),
];

/**
 * Puts what the stream sends into the cache, from which panels, lists and the tray draw. `changingLists`: all lists that jobs
 * change, which are read anew after a gap in the stream.
 */
export function makeStreamCache(client: QueryClient, accountId: string, changingLists: readonly string[]) {
  const refreshLists = atMostEvery(REFRESH_MS, () => void client.invalidateQueries({ queryKey: jobsKey(accountId) }));
  const refreshJob = (jobId: number) => void client.invalidateQueries({ queryKey: jobKey(accountId, jobId) });

  const refresh = (lists: readonly string[], refetchType: "active" | "none" = "active") => {
    for (const list of lists) void client.invalidateQueries({ queryKey: [list, accountId], refetchType });
  };
  let hasOpened = false;

  const refreshAccount = atMostEvery(
    ACCOUNT_REFRESH_MS,
    () => void client.invalidateQueries({ queryKey: linkedAccountKey(accountId) }),
  );

  const refreshEvents = atMostEvery(
    REFRESH_MS,
    () => void client.invalidateQueries({ queryKey: ["events", accountId] }),
  );

  const refreshToReconcile = atMostEvery(
    TO_RECONCILE_REFRESH_MS,
    () => void client.invalidateQueries({ queryKey: toReconcileKey(accountId) }),
  );

  /** A job that is left to a person joins the list, and one that ends leaves it. */
  const refreshReconcile = (jobId: number, needsPerson: boolean) => {
    const listed = client.getQueryData(toReconcile(accountId).queryKey);
    if (needsPerson || listed?.some(({ job_id }) => job_id === jobId)) refreshToReconcile();
  };

  const takeJob = ({ job_id: jobId, standing, invalidates, event_type: received }: JobMessage) => {
    keepStanding(client, accountId, jobId, standing);
    refresh(invalidates);
    refreshJob(jobId);
    if (received) setTimeout(() => refreshJob(jobId), NOTED_MS);
    refreshLists();
    refreshAccount();
    refreshReconcile(jobId, standing.needs_person);
  };

  return {
    take(message: ServerSentMessage): void {
      if (message.event === "job" || message.event === "standing") takeJob(JSON.parse(message.data) as JobMessage);
      else if (message.event === "event") refreshEvents();
    },
    /** Reads anew whatever may have changed unheard. */
    refreshAll(): void {
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      void client.invalidateQueries({ queryKey: ["job", accountId] });
      void client.invalidateQueries({ queryKey: toReconcileKey(accountId) });
      // As the page opens its long lists are being read already: they only count as old, and are not read twice.
      refresh(changingLists, hasOpened ? "active" : "none");
      hasOpened = true;
      refreshAccount();
    },
  };
}
