import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { accountSyncKey } from "#lib/browser/api/account-sync";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { jobKey } from "#lib/browser/api/job";
import { makeQueryClient } from "#lib/browser/api/query-client";
import { newestStanding, type Standings, sentStandings } from "#lib/browser/live/job-standing";
import { jobTypeSummaries, operationSummaries } from "#lib/catalog/summaries";
import type { JobModel, JobStanding } from "#lib/job-record/model";
import { standing } from "#lib/testing/standing";
import { changingLists, makeStreamCache } from "./stream-cache.ts";

const ACCOUNT = "account";

function listening(...lists: string[]) {
  const client = new QueryClient();
  for (const list of lists) client.setQueryData([list, ACCOUNT, { some: "filter" }], []);
  const cache = makeStreamCache(client, ACCOUNT, []);
  return {
    send: (change: Partial<JobStanding>, invalidates: string[] = []) =>
      cache.take({
        event: "job",
        id: "1",
        data: JSON.stringify({ job_id: 7, standing: standing(change), invalidates }),
      }),
    isOld: (list: string) => client.getQueryState([list, ACCOUNT, { some: "filter" }])?.isInvalidated,
    kept: () => client.getQueryData<Standings>(sentStandings(ACCOUNT).queryKey)?.get(7),
  };
}

test("a message marks only the lists that it names as stale", () => {
  const { send, isOld } = listening("claims", "providers");
  send({ version: 2 }, ["claims"]);
  expect([isOld("claims"), isOld("providers")]).toEqual([true, false]);
});

test("reads failed jobs that nothing followed again when a new job was accepted", () => {
  const client = new QueryClient();
  const shown = { 1: ["failed", null], 2: ["failed", 5], 3: ["completed", null] } as const;
  for (const [id, [status, retried_as]] of Object.entries(shown)) {
    client.setQueryData(jobKey(ACCOUNT, Number(id)), { status, retried_as });
  }
  const take = (change: Partial<JobStanding>) => {
    const data = JSON.stringify({ job_id: 7, standing: standing(change), invalidates: [] });
    makeStreamCache(client, ACCOUNT, []).take({ event: "job", id: "1", data });
    return [1, 2, 3].map((id) => client.getQueryState(jobKey(ACCOUNT, id))?.isInvalidated);
  };
  expect(take({ state: "running" })).toEqual([false, false, false]);
  expect(take({ state: "queued" })).toEqual([true, false, false]);
});

test("keeps the newest standing of a job, in whatever order they arrive", () => {
  const { send, kept } = listening();
  send({ version: 2, state: "running" });
  send({ version: 3, state: "completed" });
  send({ version: 1, state: "queued" });
  expect(kept()).toMatchObject({ version: 3, state: "completed" });
});

test("shows the newer of a job's record and its streamed standing", () => {
  const record = (change: Partial<JobStanding>) => ({ standing: standing(change) }) as JobModel;
  const sent = standing({ version: 3, state: "completed" });
  expect(newestStanding(record({ version: 2 }), sent)).toBe(sent);
  expect(newestStanding(record({ version: 4, state: "queued" }), sent)).toMatchObject({ version: 4, state: "queued" });
  expect(newestStanding(record({ version: 4 }), undefined)).toMatchObject({ version: 4 });
});

test.each([
  [403, 1],
  [500, 4],
])(
  "of what was refused with %i a page asks %i times, however many messages name it and however often it is looked at",
  async (status, asked) => {
    const client = makeQueryClient();
    const queryFn = vi.fn(() => Promise.reject(new ApiFailure(status, "Refused")));
    const changes = new QueryObserver(client, { queryKey: ["changes", ACCOUNT, "visits"], queryFn, retry: false });
    const stop = changes.subscribe(() => undefined);
    const cache = makeStreamCache(client, ACCOUNT, []);
    const told = async () => {
      cache.take({ event: "changes", id: "1", data: JSON.stringify({ kinds: ["appointments"] }) });
      await vi.waitFor(() => expect([client.isFetching(), changes.getCurrentResult().isError]).toEqual([0, true]));
    };
    // The first message comes while the page asks for the first time.
    await told();
    await told();
    // As when the person returns to the tab.
    client.getQueryCache().onFocus();
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(queryFn).toHaveBeenCalledTimes(asked);
    stop();
  },
);

test("does not read lists twice when the page opens, but reads them again after a later gap", async () => {
  const client = new QueryClient();
  let reads = 0;
  const list = new QueryObserver(client, { queryKey: ["claims", ACCOUNT], queryFn: () => ++reads });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe(1));
  const cache = makeStreamCache(client, ACCOUNT, changingLists(operationSummaries, jobTypeSummaries));
  cache.refreshAll();
  expect([reads, client.isFetching(), list.getCurrentResult().isStale]).toEqual([1, 0, true]);
  cache.refreshAll();
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe(2));
  stop();
});

test.each([
  ["sync.degraded", true],
  ["sync.recovered", true],
  ["payment.created", false],
])("reads the state of the sync again after the event %s: %s", (type, isOld) => {
  const client = new QueryClient();
  client.setQueryData(accountSyncKey(ACCOUNT), []);
  makeStreamCache(client, ACCOUNT, []).take({ event: "event", id: "1", data: JSON.stringify({ type }) });
  expect(client.getQueryState(accountSyncKey(ACCOUNT))?.isInvalidated).toBe(isOld);
});
