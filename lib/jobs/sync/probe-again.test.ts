import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import { connectorOf } from "#lib/emr/connect";
import { findingsOf } from "#lib/emr/fhir/findings";
import type { EmrConnection } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { GOOD_HABITS } from "#lib/testing/fhir/habits";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";
import { runSync } from "./run-sync.ts";

const never = new AbortController().signal;
const KEY = "a".repeat(32);
const database = testDatabase();
let server: MedplumServer;
let account: TestAccount;

allowPrivateEmrs();
beforeAll(async () => {
  server = await startMedplum();
});
afterAll(() => server.stop());

beforeEach(async () => {
  server.habits = { ...GOOD_HABITS };
  account = await makeLinkedAccount();
  const connection = { base_url: server.baseUrl, auth: { kind: "none" } };
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes: true, signal: never });
  await database.asOwner("UPDATE linked_account SET emr_type = 'fhir', connection = $2, profile = $3 WHERE id = $1", [
    account.tenant.linkedAccountId,
    connection,
    profile,
  ]);
  await database.asOwner("DELETE FROM queue.entry");
  server.requests.length = 0;
});

const stored = async (): Promise<Profile & { probed_again_at?: string }> => {
  const [row] = await database.asOwner<{ profile: Profile }>("SELECT profile FROM linked_account WHERE id = $1", [
    account.tenant.linkedAccountId,
  ]);
  if (!row) throw new Error("No such account");
  return row.profile;
};

const opened = async (): Promise<EmrConnection> => {
  const [row] = await readTenant(account.tenant, (tx) => tx.select(emrColumns).from(linkedAccount));
  if (!row) throw new Error("No such account");
  return openEmr(row, "read");
};

const queued = () =>
  database.asOwner<{ data: Parameters<typeof runSync>[0]; hours: number }>(
    `SELECT data, round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM queue.entry
     WHERE queue = 'syncs' AND data ->> 'linkedAccountId' = $1 ORDER BY entered_at`,
    [account.tenant.linkedAccountId],
  );

/** Runs the sync that was queued first. */
async function runQueued(): Promise<void> {
  const [entry] = await queued();
  if (!entry) throw new Error("No sync is queued");
  await runSync(entry.data);
}

/** Looks for a write, on a connection that knows of a search by identifier, which the server refuses by now. */
async function contradict(): Promise<void> {
  server.habits = { ...GOOD_HABITS, parameters: { identifier: "refused" } };
  const emr = await opened();
  await expect(emr.findWrite(KEY, never)).rejects.toThrow("Unknown search parameter");
  await expect(emr.findWrite(KEY, never)).rejects.toThrow("Unknown search parameter");
}

describe("a call that contradicts the last probe", () => {
  it("has the finding count as unknown from the next connection on, and queues one sync", async () => {
    expect((await opened()).repeats).toBe("keyed");
    await contradict();
    // The search of insurances has a finding of its own.
    expect((await stored()).contradicted?.toSorted()).toEqual(["coverage_identifier_search", "identifier_search"]);
    expect(findingsOf(await stored()).identifier_search).toBe("unknown");
    expect((await opened()).repeats).toBe("never");
    expect(await queued()).toMatchObject([{ hours: 0 }]);
  });

  it("has the account probed again before that sync, by reads alone and once", async () => {
    await contradict();
    server.requests.length = 0;
    await runQueued();
    const after = await stored();
    expect(after.contradicted).toBeUndefined();
    expect(findingsOf(after)).toMatchObject({ identifier_search: "refused", last_updated: "works" });
    expect(after.probed_again_at).toBeDefined();
    expect(server.requests.filter((each) => each === "GET /metadata")).toHaveLength(1);
    expect(server.requests.filter((each) => !/^GET |^POST \S+\/_search$/.test(each))).toEqual([]);
    expect(findingsOf(after)).toMatchObject({ if_none_exist: "works", if_match: "weak" });
    server.requests.length = 0;
    await runQueued();
    expect(server.requests).not.toContain("GET /metadata");
  });

  it("does not have it probed in a loop: the next time is a day later", async () => {
    await contradict();
    server.habits = { ...GOOD_HABITS };
    await runQueued();
    expect(findingsOf(await stored()).identifier_search).toBe("works");
    await contradict();
    expect((await queued()).map(({ hours }) => hours)).toEqual([0, 24]);
  });

  it("keeps the profile if the server cannot be judged now", async () => {
    await contradict();
    const before = await stored();
    server.admits = () => false;
    await runQueued();
    server.admits = () => true;
    expect(await stored()).toEqual(before);
  });

  it("changes nothing once another probe has replaced the profile", async () => {
    const emr = await opened();
    const { contradicted: _none, ...profile } = await stored();
    const other = { ...profile, findings: { ...findingsOf(profile), page_size: 7 } };
    await database.asOwner("UPDATE linked_account SET profile = $2 WHERE id = $1", [
      account.tenant.linkedAccountId,
      other,
    ]);
    server.habits = { ...GOOD_HABITS, parameters: { identifier: "refused" } };
    await expect(emr.findWrite(KEY, never)).rejects.toThrow("Unknown search parameter");
    expect(await stored()).toEqual(other);
    expect(await queued()).toEqual([]);
  });
});
