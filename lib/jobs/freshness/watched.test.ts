import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { watchToday } from "./watched.ts";

/** A reading of today's visits is entered this long after a stream was opened at most. */
const SOON = { timeout: 10_000, interval: 100 };

const database = testDatabase();
let clinic: TestAccount;
const opened: Response[] = [];

beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((answer) => answer.body?.cancel()));
});

async function openStream(): Promise<void> {
  const request = new Request("http://127.0.0.1:3000/v1/events/stream", { headers: clinic.headers });
  opened.push(await STREAM(request, { params: Promise.resolve(undefined) }));
}

const entries = () =>
  database.asOwner("SELECT id FROM queue.entry WHERE queue = 'readings' AND data ->> 'linkedAccountId' = $1", [
    clinic.tenant.linkedAccountId,
  ]);

it("has today's visits read once per round while a stream of the account is open, however many there are", async () => {
  expect(await entries()).toHaveLength(0);
  await Promise.all([openStream(), openStream()]);
  await vi.waitFor(async () => expect((await entries()).length).toBeGreaterThan(0), SOON);
  // One entry, or two if a round has just ended.
  expect((await entries()).length).toBeLessThanOrEqual(2);
});

it("watches an account until its last stream ends", () => {
  vi.useFakeTimers();
  const [one, other] = [watchToday(clinic.tenant), watchToday(clinic.tenant)];
  one();
  one();
  expect(vi.getTimerCount()).toBe(1);
  other();
  expect(vi.getTimerCount()).toBe(0);
});
