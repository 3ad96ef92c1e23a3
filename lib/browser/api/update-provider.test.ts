import { setImmediate } from "node:timers/promises";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ProviderModel } from "#lib/resources/providers/model";
import { providersKey } from "./providers.ts";
import { updateProvider } from "./update-provider.ts";

const ACCOUNT = "account";
const shift = {
  day: "Monday" as const,
  start_time: "T08:00:00",
  end_time: "T12:00:00",
  facility_id: "L1",
  facility_name: "Main",
  start_date: null,
  end_date: null,
};
const ruiz = {
  id: "p1",
  last_name: "Ruiz",
  status: "active",
  hide_in_availability: "false",
  hours: [shift],
  etag: '"1"',
} as ProviderModel;
const okafor = { ...ruiz, id: "p2", last_name: "Okafor" };

function opened() {
  const client = new QueryClient();
  client.setQueryData(providersKey(ACCOUNT), [ruiz, okafor]);
  const observer = new MutationObserver(client, updateProvider(client, ACCOUNT));
  return { observer, shown: () => client.getQueryData<ProviderModel[]>(providersKey(ACCOUNT)) };
}

afterEach(() => vi.unstubAllGlobals());

test("shows a switch's change at once, before the server has answered", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const { observer, shown } = opened();
  const done = observer.mutate({ id: "p1", change: { status: "inactive" } });
  await vi.waitFor(() => expect(shown()).toEqual([{ ...ruiz, status: "inactive" }, okafor]));
  answer.resolve(Response.json({ success: true, message: "Provider updated", provider_id: "p1", etag: '"2"' }));
  await done;
  expect(shown()?.[0]?.status).toBe("inactive");
});

test("reverts only the change that the server refuses", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: false, message: "The clinic is closed" }, { status: 403 }),
  );
  const { observer, shown } = opened();
  await expect(observer.mutate({ id: "p1", change: { hide_in_availability: "true" } })).rejects.toThrow(
    "The clinic is closed",
  );
  expect(shown()).toEqual([ruiz, okafor]);
});

test("a change waits for the answer to the one before it, so that the last one stands", async () => {
  const sent: unknown[] = [];
  let inFlight = 0;
  vi.stubGlobal("fetch", async (_url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    inFlight++;
    sent.push({ ...JSON.parse(body), inFlight, etag: headers["if-match"] });
    await setImmediate();
    inFlight--;
    return Response.json({ success: true, message: "Provider updated", provider_id: "p1", etag: '"2"' });
  });
  const { observer, shown } = opened();
  const changes = (["true", "false"] as const).map((hide_in_availability) =>
    observer.mutate({ id: "p1", change: { hide_in_availability } }),
  );
  await Promise.all(changes);
  expect(sent).toEqual([
    { hide_in_availability: "true", inFlight: 1, etag: '"1"' },
    { hide_in_availability: "false", inFlight: 1, etag: '"2"' },
  ]);
  expect(shown()).toEqual([{ ...ruiz, etag: '"2"' }, okafor]);
});

/** Answers as a server whose provider has been changed to `current` meanwhile. Returns the tags that it was asked with. */
function changedMeanwhile(current: ProviderModel): (string | undefined)[] {
  const asked: (string | undefined)[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers["if-match"]);
    return headers["if-match"] === current.etag
      ? Response.json({ success: true, message: "Provider updated", provider_id: "p1", etag: '"9"' })
      : Response.json({ success: false, message: "Another change was saved", current }, { status: 412 });
  });
  return asked;
}

const friday = { ...shift, day: "Friday" as const };
const base = { hours: ruiz.hours, etag: ruiz.etag };

test("hours that another has saved meanwhile are not replaced, and are shown", async () => {
  const theirs: ProviderModel = { ...ruiz, hours: [friday], changed_by: "Kim", etag: '"5"' };
  const asked = changedMeanwhile(theirs);
  const { observer, shown } = opened();
  await expect(observer.mutate({ id: "p1", change: { hours: [] }, base })).rejects.toThrow("Another change was saved");
  expect(asked).toEqual(['"1"']);
  expect(shown()).toEqual([theirs, okafor]);
});

test.each([
  ["another field was changed meanwhile", { hide_in_availability: "true" as const }],
  ["the same hours were saved meanwhile", { hours: [friday] }],
])("hours are saved if %s", async (_name, change) => {
  const asked = changedMeanwhile({ ...ruiz, ...change, etag: '"5"' });
  const { observer } = opened();
  await observer.mutate({ id: "p1", change: { hours: [friday] }, base });
  expect(asked).toEqual(['"1"', '"5"']);
});

test("a switch holds whatever else was changed meanwhile", async () => {
  const asked = changedMeanwhile({ ...ruiz, hours: [friday], etag: '"5"' });
  const { observer } = opened();
  await observer.mutate({ id: "p1", change: { status: "inactive" } });
  expect(asked).toEqual(['"1"', '"5"']);
});
