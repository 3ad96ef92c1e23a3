import type { QueryClient } from "@tanstack/react-query";
import { jobKey } from "#lib/browser/api/job";
import { jobsKey } from "#lib/browser/api/jobs";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { toReconcile, toReconcileKey } from "./needs-person.ts";
import { CHANGING_LISTS, changedBy, changedByJob } from "./receipt-changes.ts";
import { forgetNews, outcomeOf, recordNews, tellsNobody } from "./receipts.ts";
import type { ServerSentMessage } from "./sse-parser.ts";

/** Lists are read anew at most this often, however much happens. */
const REFRESH_MS = 1_000;

/** Jobs tell how the EMR stands, which is shown small and changes seldom. */
const ACCOUNT_REFRESH_MS = 5_000;

/** What waits for a person was tried for minutes before. */
const TO_RECONCILE_REFRESH_MS = 3_000;

/** The sender of a webhook notes its success only after our own answer: its delivery is read a moment later. */
const NOTED_MS = 500;

/** `data` of a `job` message (decisions §8). */
interface JobFrame {
  job_id: number | string;
  type: string;
  status: string;
}

/** `data` of an `event` message: the envelope. */
interface EventFrame {
  type: string;
  job_id?: string;
}

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

/** Puts what the stream tells into the cache, from which panels, lists and the tray draw. */
export function makeStreamCache(client: QueryClient, accountId: string) {
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

  /** A job is left to a person as it is put back, and one that was left to them ends. */
  const tellToReconcile = (jobId: number, status: string) => {
    const listed = client.getQueryData(toReconcile(accountId).queryKey);
    if (status === "queued" || listed?.some(({ job_id }) => job_id === jobId)) refreshToReconcile();
  };

  const takeJob = (frame: JobFrame) => {
    const jobId = Number(frame.job_id);
    const status = frame.status === "queued" ? "queued" : "running";
    refresh(changedByJob(frame.type));
    // An ended row is no news to tell: its webhook's receipt is (decisions §8).
    if (!tellsNobody(frame.type)) {
      recordNews(client, accountId, jobId, { status, isCancelled: frame.status === "cancelled" });
    }
    refreshJob(jobId);
    refreshLists();
    refreshAccount();
    tellToReconcile(jobId, frame.status);
  };

  const takeEvent = (envelope: EventFrame) => {
    refresh(changedBy(envelope.type));
    refreshEvents();
    const outcome = outcomeOf(envelope.type);
    if (!outcome || envelope.job_id === undefined) return;
    const jobId = Number(envelope.job_id);
    const receipt = { outcome, envelope: { ...envelope } };
    recordNews(client, accountId, jobId, { receipt });
    refreshJob(jobId);
    setTimeout(() => refreshJob(jobId), NOTED_MS);
    refreshLists();
  };

  return {
    take(message: ServerSentMessage): void {
      if (message.event === "job") takeJob(JSON.parse(message.data) as JobFrame);
      else if (message.event === "event") takeEvent(JSON.parse(message.data) as EventFrame);
    },
    /** Reads anew whatever may have changed unheard. */
    refreshAll(): void {
      forgetNews(client, accountId);
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      void client.invalidateQueries({ queryKey: ["job", accountId] });
      void client.invalidateQueries({ queryKey: toReconcileKey(accountId) });
      // As the page opens its long lists are being read already: they only count as old, and are not read twice.
      refresh(CHANGING_LISTS, hasOpened ? "active" : "none");
      hasOpened = true;
      refreshAccount();
    },
  };
}
