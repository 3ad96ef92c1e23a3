import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { catalog, internalJobs } from "#lib/catalog/catalog";
import { CHANGING_LISTS, changedBy, changedByJob } from "./receipt-changes.ts";
import { rowState, tellsNobody } from "./receipts.ts";
import { makeStreamCache } from "./stream-cache.ts";

const ACCOUNT = "account";

function listening(...lists: string[]) {
  const client = new QueryClient();
  for (const list of lists) client.setQueryData([list, ACCOUNT, { some: "filter" }], []);
  const cache = makeStreamCache(client, ACCOUNT);
  return {
    client,
    tell: (event: "job" | "event", data: Record<string, unknown>) =>
      cache.take({ event, id: "1", data: JSON.stringify(data) }),
    isOld: (list: string) => client.getQueryState([list, ACCOUNT, { some: "filter" }])?.isInvalidated,
  };
}

test("a receipt makes the lists old that its operation changes, and no others", () => {
  const { tell, isOld } = listening("claims", "providers");
  tell("event", { type: "claim.live_fetch_completed", job_id: "7" });
  expect([isOld("claims"), isOld("providers")]).toEqual([true, false]);
  tell("event", { type: "org_settings.synced", job_id: "8" });
  expect(isOld("providers")).toBe(true);
});

test("a failure changes nothing", () => {
  const { tell, isOld } = listening("claims");
  tell("event", { type: "claim.live_fetch_failed", job_id: "7" });
  expect(isOld("claims")).toBe(false);
});

test("a job that tells nobody shows by its row, and refreshes what it changed", () => {
  const { client, tell, isOld } = listening("appointments");
  tell("job", { job_id: 9, type: "schedule_sync", status: "completed", attempt: 1 });
  expect(isOld("appointments")).toBe(true);
  expect(
    rowState({ status: "completed" }, client.getQueryData<Map<number, never>>(["job-news", ACCOUNT])?.get(9)),
  ).toBe("completed");
});

test("what was written shows each new state of its job", () => {
  const { tell, isOld } = listening("payments", "tasks");
  tell("job", { job_id: 10, type: "payments:create", status: "queued", attempt: 0 });
  expect([isOld("payments"), isOld("tasks")]).toEqual([true, false]);
});

test("as the page opens its lists are not read a second time; after a later gap they are", async () => {
  const client = new QueryClient();
  let reads = 0;
  const list = new QueryObserver(client, { queryKey: ["claims", ACCOUNT], queryFn: () => ++reads });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe(1));
  const cache = makeStreamCache(client, ACCOUNT);
  cache.refreshAll();
  expect([reads, client.isFetching(), list.getCurrentResult().isStale]).toEqual([1, 0, true]);
  cache.refreshAll();
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe(2));
  stop();
});

test("every internal job is known as one, and every event that is waited for exists", () => {
  expect(Object.keys(internalJobs).filter((type) => !tellsNobody(type))).toEqual([]);
  expect(Object.keys(catalog).filter(tellsNobody)).toEqual([]);
  const known = Object.values(catalog).map(({ events }) => events.completed.type as string);
  expect(known.flatMap(changedBy)).not.toEqual([]);
  expect(
    new Set([
      ...known.flatMap(changedBy),
      ...[...Object.keys(internalJobs), ...Object.keys(catalog)].flatMap(changedByJob),
    ]),
  ).toEqual(new Set(CHANGING_LISTS));
});
