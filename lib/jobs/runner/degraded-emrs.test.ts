import { afterAll, beforeAll, expect, it } from "vitest";
import { degradeTwo } from "#lib/testing/degraded-emrs";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import { testDatabase } from "#lib/testing/test-database";
import { type Runner, startRunner } from "./runner.ts";

const database = testDatabase();
inboxReceiver();
let runner: Runner;

beforeAll(async () => {
  runner = await startRunner();
});
afterAll(() => runner.stop());

it("two degraded EMRs delay no other account's work, and lose nothing of their own", { tags: "long" }, async () => {
  const JOBS = 6;
  const { waited, completed, written, events } = await degradeTwo(database.asOwner, JOBS);
  expect({ waited, completed, written }).toEqual({ waited: 2 * JOBS, completed: 2 * JOBS, written: 2 * JOBS });
  expect(events).toEqual([
    ["sync.degraded", "sync.recovered"],
    ["sync.degraded", "sync.recovered"],
  ]);
});
