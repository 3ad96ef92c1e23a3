/** @module-tag long */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as FILE } from "#app/v1/documents/[id]/route.ts";
import { GET as DOCUMENTS } from "#app/v1/documents/route.ts";
import { POST as RECONCILE } from "#app/v1/jobs/[job_id]/reconcile/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { GET as ACCOUNT, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { GET as NOTES, POST as WRITE_NOTE } from "#app/v1/patient-notes/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { runSync } from "#lib/jobs/sync/run-sync";
import { forgetSingleton } from "#lib/kernel/singleton";
import type { Payloads } from "#lib/queue/queues";
import { call } from "#lib/testing/call";
import { fillClinic } from "#lib/testing/interface-only-clinic";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

const MOVED = "The account was linked to another EMR after this was accepted";
const MRN = "MRN-1";

const database = testDatabase();
allowPrivateEmrs();
let [former, next]: InterfaceOnlyServer[] = [];
/** The account of the tests, by its own access token. */
let account: TestAccount;
let admin: Record<string, string>;
const jobs = jobsOf(database, () => account);

/** Names the patients of a server, who have the same MRNs at all of them. */
function name(server: InterfaceOnlyServer, patient_first_name: string): void {
  for (const visit of server.records.appointments) if (visit.patient_mrn) Object.assign(visit, { patient_first_name });
}

const servers = () => [former, next] as [InterfaceOnlyServer, InterfaceOnlyServer];

beforeEach(async () => {
  [former, next] = await Promise.all([startInterfaceOnlyServer(), startInterfaceOnlyServer()]);
  for (const server of servers()) fillClinic(server);
  name(former, "Ana");
  name(next, "Bea");
  const own = await makeLinkedAccount();
  admin = await signIn(own, "admin");
  forgetSingleton("probe-counts");
  const { body } = await call(LINK, "POST", "/linked-accounts", {
    headers: admin,
    body: { name: "Main", emr_type: "records_api", timezone: "America/New_York", connection: former.connection },
  });
  const { id, access_token } = body.linked_account;
  const tenant = { organizationId: own.tenant.organizationId, linkedAccountId: id.replaceAll("-", "") };
  account = { ...own, tenant, headers: { ...own.headers, access_token } };
});
afterEach(() => Promise.all(servers().map((server) => server.stop())));

const patch = async (change: Record<string, unknown>) => {
  const id = account.tenant.linkedAccountId;
  return call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers: admin, params: { id }, body: change });
};
const move = (to = next) => patch({ connection: to?.connection, writes: ["patient-notes:create"] });
const sync = () => runSync({ ...account.tenant, requestedAt: new Date().toISOString() });
const read = (route: typeof PATIENTS, path: string, headers: Record<string, string> = account.headers) =>
  call(route, "GET", path, { headers });
const firstNames = async () => {
  const { body } = await read(PATIENTS, "/patients");
  return [...new Set(body.patients.map((each: { first_name: string }) => each.first_name))];
};
const warnings = async () => (await read(PATIENTS, "/patients")).body.warnings ?? [];
const shown = async () => {
  const id = account.tenant.linkedAccountId;
  return (await call(ACCOUNT, "GET", `/linked-accounts/${id}`, { headers: account.headers, params: { id } })).body
    .linked_account;
};
/** Returns the payloads of the account's queued syncs. */
const queued = () =>
  database.asOwner<{ data: Payloads["syncs"] }>(
    "SELECT data FROM queue.entry WHERE queue = 'syncs' AND data ->> 'linkedAccountId' = $1",
    [account.tenant.linkedAccountId],
  );
const writeNote = async (): Promise<number> => {
  const body = { patient_mrn: MRN, subject: "Call back", note: "Asked about the bill." };
  return (await call(WRITE_NOTE, "POST", "/patient-notes", { headers: account.headers, body })).body.job_id;
};
const switchOn = () => patch({ writes: ["patient-notes:create"] });
/** The admin's requests about the account's own records. */
const inAccount = () => ({ ...admin, "x-linked-account": account.tenant.linkedAccountId });
const act = (route: typeof RETRY, verb: string, jobId: number, body: Record<string, unknown> = {}) =>
  call(route, "POST", `/jobs/${jobId}/${verb}`, { headers: inAccount(), params: { job_id: String(jobId) }, body });

/** The kinds that a sync reads beside a path, in lines of their own. */
const BESIDE = {
  "/locations": [],
  "/appointments": ["claims", "documents", "referrals"],
  "/claims": ["appointments", "documents", "patients", "referrals"],
  "/referrals": ["appointments", "claims", "patients"],
  "/documents/D-2": ["appointments", "claims", "patients"],
} as const;

/**
 * Begins a sync, and holds the first answer of a path until it is released. What is read beside it is read by then: a call that is
 * under way cannot be taken back.
 */
async function syncHeldAt(server: InterfaceOnlyServer, path: keyof typeof BESIDE) {
  const held = server.holdRead(path);
  const running = sync();
  await held.arrived;
  const readKinds = async () => {
    const rows = await database.asOwner<{ kind: string }>(
      "SELECT kind FROM sync_kind WHERE linked_account_id = $1 AND synced_at IS NOT NULL",
      [account.tenant.linkedAccountId],
    );
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(readKinds, { timeout: 20_000 }).toEqual(expect.arrayContaining([...BESIDE[path]]));
  return { release: held.release, running };
}

describe("a sync while its account is linked to another EMR", () => {
  it.each(["/appointments", "/claims", "/referrals", "/locations", "/documents/D-2"] as const)(
    "stores no page of the former one that arrives afterwards, and calls it no more (%s)",
    async (path) => {
      const [from] = servers();
      const { release, running } = await syncHeldAt(from, path);
      const moved = await move();
      const calls = from.reads.length;
      release();
      await running;
      expect([moved.status, from.reads.length]).toEqual([200, calls]);
      expect(await firstNames()).toEqual([]);
      await sync();
      expect([await firstNames(), await warnings()]).toEqual([["Bea"], []]);
      expect(from.reads).toHaveLength(calls);
    },
  );

  it("ends when it is unlinked, and goes on when it is linked again", async () => {
    const [from] = servers();
    const { release, running } = await syncHeldAt(from, "/appointments");
    await patch({ active: false });
    const calls = from.reads.length;
    release();
    await running;
    await sync();
    expect(from.reads).toHaveLength(calls);
    await database.asOwner("DELETE FROM queue.entry WHERE queue = 'syncs'");
    await patch({ active: true });
    expect(await queued()).toHaveLength(1);
    await sync();
    expect([await firstNames(), await warnings()]).toEqual([["Ana"], []]);
  });

  it("ends when it is unlinked and linked again between two of its calls; the next one reads all", async () => {
    const [from] = servers();
    const held = from.holdRead("/appointments");
    const running = sync();
    await held.arrived;
    await patch({ active: false });
    await patch({ active: true });
    held.release();
    await running;
    expect(await firstNames()).toEqual([]);
    await sync();
    expect(await firstNames()).toEqual(["Ana"]);
  });

  it("stores the last one's records after several moves at once and back again", async () => {
    await sync();
    const [from, to] = servers();
    const held = from.holdRead("/appointments");
    const running = sync();
    await held.arrived;
    const answers = await Promise.all([move(to), move(to)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await move(from)).status).toBe(200);
    held.release();
    await running;
    expect([await firstNames(), (await warnings()).length]).toEqual([[], 1]);
    await sync();
    expect(await firstNames()).toEqual(["Ana"]);
  });
});

describe("an account that leads to another EMR", () => {
  it("is empty and not whole until it is read again, whatever a caller has kept", async () => {
    await sync();
    const [document] = (await read(DOCUMENTS, "/documents")).body.documents;
    const kept = (await read(PATIENTS, "/patients")).headers.get("etag") ?? "";
    const before = await shown();
    expect([before.synced_at === null, document === undefined, kept]).toEqual([false, false, expect.any(String)]);
    await move();
    const again = await read(PATIENTS, "/patients", { ...account.headers, "if-none-match": kept });
    expect([again.status, again.body.patients, again.body.warnings]).toEqual([
      200,
      [],
      [expect.stringContaining("patients")],
    ]);
    const file = await call(FILE, "GET", `/documents/${document.id}`, {
      headers: account.headers,
      params: { id: document.id },
    });
    expect([file.status, (await shown()).synced_at]).toEqual([404, null]);
    const [rows] = await database.asOwner<{ settings: unknown; rows: number }>(
      `SELECT settings, (SELECT count(*)::integer FROM sync_kind k WHERE k.linked_account_id = a.id) AS rows
       FROM linked_account a WHERE id = $1`,
      [account.tenant.linkedAccountId],
    );
    expect(rows).toEqual({ settings: null, rows: 0 });
    await sync();
    expect([await firstNames(), await warnings()]).toEqual([["Bea"], []]);
  });

  it.each([
    ["the same", {}, ["Ana"]],
    ["a limit of calls", { calls_per_minute: 500 }, ["Ana"]],
    ["a secret for its events", { webhook_secret: "whsec_c2VjcmV0" }, ["Ana"]],
  ])("keeps its records with %s", async (_what, change, names) => {
    await sync();
    const [from] = servers();
    const { status } = await patch({ connection: { ...from.connection, ...change } });
    expect([status, await firstNames(), await warnings()]).toEqual([200, names, []]);
  });

  it("is empty with another account's token at the same address", async () => {
    await sync();
    const [from] = servers();
    from.alsoKnows.add("another-token");
    for (const [index, each] of from.records.referrals.entries()) each.id = String(index + 3).repeat(32);
    const { status } = await patch({ connection: { ...from.connection, access_token: "another-token" } });
    expect([status, await firstNames()]).toEqual([200, []]);
  });

  const renew = async () => {
    const [from] = servers();
    from.alsoKnows.add("new-token");
    const { status } = await patch({ connection: { ...from.connection, access_token: "new-token" } });
    return [status, await firstNames()];
  };

  it("keeps its records with a new token of the same account, and goes on by it", async () => {
    await sync();
    expect(await renew()).toEqual([200, ["Ana"]]);
    expect(await warnings()).toEqual([]);
    const [from] = servers();
    name(from, "Ada");
    await sync();
    expect(await firstNames()).toEqual(["Ada"]);
  });

  it("is empty with a new token that shows none of the records that were read", async () => {
    await sync();
    servers()[0].records.referrals.splice(0);
    expect(await renew()).toEqual([200, []]);
  });

  it("is empty with a new token if the EMR shows numbers, which another account may have, too", async () => {
    for (const [index, each] of servers()[0].records.referrals.entries()) each.id = `REF-${index}`;
    await sync();
    expect(await renew()).toEqual([200, []]);
  });

  it("shows nothing that was written to the former one, and finds no job of it by an MRN", async () => {
    const [from] = servers();
    await sync();
    await switchOn();
    const jobId = await writeNote();
    await jobs.run(jobId);
    const operation = await from.operation(0);
    expect(operation.path).toBe("/patient-notes");
    const listed = async () => [
      (await read(NOTES, `/patient-notes?patient_mrn=${MRN}`)).body.patient_notes.length,
      (await read(JOBS, `/jobs?patient_mrn=${MRN}`, inAccount())).body.jobs.length,
      (await read(JOBS, "/jobs", inAccount())).body.jobs[0].patient_name,
    ];
    expect(await listed()).toEqual([1, 1, "Ana Ávila"]);
    await move();
    await sync();
    expect(await listed()).toEqual([0, 0, null]);
  });
});

describe("an operation that was accepted for the former EMR", () => {
  beforeEach(async () => {
    await sync();
    await switchOn();
  });

  it("is not sent to the new one: it fails, and cannot be retried", async () => {
    const jobId = await writeNote();
    await move();
    await sync();
    await jobs.run(jobId);
    expect(servers().map(({ operations }) => operations.length)).toEqual([0, 0]);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason: MOVED });
    const events = await jobs.eventsOf(jobId);
    expect(events.map(({ type, data }) => [type, data.failure_reason])).toEqual([["patient_note.failed", MOVED]]);
    const again = await call(RETRY, "POST", `/jobs/${jobId}/retry`, {
      headers: account.headers,
      params: { job_id: String(jobId) },
    });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(MOVED)]);
    const fresh = await writeNote();
    await jobs.run(fresh);
    expect(servers().map(({ operations }) => operations.length)).toEqual([0, 1]);
  });

  it("is not sent to the first one again after a move there and back", async () => {
    const jobId = await writeNote();
    const [from, to] = servers();
    await move(to);
    await move(from);
    await jobs.run(jobId);
    expect(servers().map(({ operations }) => operations.length)).toEqual([0, 0]);
    expect((await jobs.read(jobId)).status).toBe("failed");
  });

  it("is left to a person if the former one may hold it; the new one is not asked", async () => {
    const [from, to] = servers();
    from.next({ kind: "cut" });
    const jobId = await writeNote();
    await jobs.run(jobId);
    await move();
    await database.asOwner("UPDATE job SET to_reconcile = NULL, ambiguous = true, status = 'queued' WHERE id = $1", [
      jobId,
    ]);
    await jobs.due(jobId);
    const calls = to.reads.length;
    await jobs.run(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      standing: { needs_person: true },
      waiting_reason: `Whether the EMR holds it is not known: ${MOVED}`,
    });
    expect([to.operations, to.reads.length]).toEqual([[], calls]);
    const settled = await act(RECONCILE, "reconcile", jobId, { outcome: "not_held" });
    expect(settled.status).toBe(202);
    expect((await jobs.read(jobId)).status).toBe("failed");
  });

  it("is left to a person if the former one has accepted it and sends no event in time", async () => {
    const [from, to] = servers();
    const jobId = await writeNote();
    await jobs.run(jobId);
    await move();
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", standing: { needs_person: true } });
    expect([from.operations.length, to.operations.length]).toEqual([1, 0]);
  });

  it("fails without a call once the account is unlinked", async () => {
    const jobId = await writeNote();
    await patch({ active: false });
    await jobs.run(jobId);
    expect(servers().map(({ operations }) => operations.length)).toEqual([0, 0]);
    await patch({ active: true });
    expect(await jobs.read(jobId)).toMatchObject({
      status: "failed",
      failure_reason: "The account is unlinked from its EMR",
    });
    const again = await act(RETRY, "retry", jobId);
    expect(again.status).toBe(202);
  });
});
