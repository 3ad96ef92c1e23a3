/** @module-tag long */
import type { Appointment, Patient } from "fhir/r4";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as CHANGES } from "#app/v1/changes/route.ts";
import { PATCH as changeAccount } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as accountSync } from "#app/v1/linked-accounts/[id]/sync/route.ts";
import { GET as listAccounts } from "#app/v1/linked-accounts/route.ts";
import { readDueLogs, startEventReadings } from "#lib/jobs/emr-events/read-log";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { present } from "#lib/kernel/clock";
import { call } from "#lib/testing/call";
import { linkUnsynced } from "#lib/testing/fhir/linked-clinic";
import { dayFromNow, patient, smallClinic, visit } from "#lib/testing/fhir/replay/small-clinic";
import {
  type Form,
  type Sending,
  type SubscribingServer,
  startSubscribingServer,
} from "#lib/testing/fhir/subscribing-server";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { until } from "#lib/testing/worker-process";
import { keepWebhooks } from "./upkeep.ts";

process.env.SEED = "demo";
const database = testDatabase();
const TOPIC = "http://hl7.org/fhir/us/core/SubscriptionTopic/patient-data-feed";
let product: ProductServer;
let server: SubscribingServer;
let clinic: TestAccount;
let edits = 0;

beforeAll(async () => {
  product = await startProductServer();
});
afterAll(() => product.stop());

/** Links an account to the server, with its subscriptions switched on. */
async function link(connection: Record<string, unknown> = {}): Promise<TestAccount> {
  const account = await linkUnsynced(database.asOwner, server);
  await database.asOwner("UPDATE linked_account SET connection = connection || $2, timezone = $3 WHERE id = $1", [
    account.tenant.linkedAccountId,
    { mrn_system: "urn:mrn", subscriptions: "on", ...connection },
    "America/New_York",
  ]);
  await syncAccount(account.tenant);
  return account;
}

beforeEach(async () => {
  await database.asOwner("TRUNCATE emr_webhook, emr_event_arrived, emr_event_reading, emr_event_taken");
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  server = await startSubscribingServer();
  await server.load(smallClinic());
  clinic = await link();
});
afterEach(() => server.stop());

/** Looks after the subscriptions, as if the time of each had come. */
async function keep(): Promise<void> {
  await database.asOwner("UPDATE emr_webhook SET next_at = now() - interval '1 minute'");
  await keepWebhooks(new Date());
}

/** Takes what has arrived. */
const take = () => readDueLogs(new Date(Date.now() + 1));

const rows = () => database.asOwner<{ problem: string | null; heard_at: Date | null }>("SELECT * FROM emr_webhook");
const kept = () => database.asOwner("SELECT event_id FROM emr_event_arrived");
const endpoints = () => [...server.subscriptions.values()].map(({ channel }) => channel.endpoint);
const criteria = () => [...server.subscriptions.values()].map((each) => each.criteria);

const admin = () => signIn(clinic, "admin");
const patch = async (body: unknown) => {
  const { linkedAccountId: id } = clinic.tenant;
  return call(changeAccount, "PATCH", `/linked-accounts/${id}`, { headers: await admin(), params: { id }, body });
};

/** Returns the account as an admin sees it. */
async function managed() {
  const { body } = await call(listAccounts, "GET", "/linked-accounts", { headers: await admin() });
  return body.linked_accounts.find(({ id }: { id: string }) => id === clinic.tenant.linkedAccountId);
}

/** Returns how the notices stand. */
const notices = async () => (await managed()).change_notices;

/** Returns the kinds of whose changes the server is said to tell. */
async function toldKinds(): Promise<string[]> {
  const { linkedAccountId: id } = clinic.tenant;
  const { body } = await call(accountSync, "GET", `/linked-accounts/${id}/sync`, {
    headers: clinic.headers,
    params: { id },
  });
  return body.kinds.filter(({ told: isTold }: { told: boolean }) => isTold).map(({ kind }: { kind: string }) => kind);
}

/** Returns the finding about the subscriptions that an admin sees. */
async function told(): Promise<string | undefined> {
  const mine = await managed();
  return mine.profile.behaviour.find(({ probe }: { probe: string }) => probe === "Subscriptions of changes")?.found;
}

interface Entry {
  kind: string;
  change: string;
  ehr_id: string;
}
const feed = async (cursor?: string, of = clinic) =>
  (await call(CHANGES, "GET", cursor ? `/changes?cursor=${cursor}` : "/changes", { headers: of.headers })).body as {
    changes: Entry[];
    next_cursor: string;
  };

const statusOf = async (id: string, days: number, of = clinic) => {
  const path = `/appointments?start_date=${dayFromNow(days - 1)}&end_date=${dayFromNow(days + 1)}`;
  const { body } = await call(APPOINTMENTS, "GET", path, { headers: of.headers });
  return body.appointments.find((each: { emr_appointment_id: string }) => each.emr_appointment_id === id)?.status;
};

const now = () => ({ lastUpdated: new Date(Date.now() + ++edits).toISOString() });

/** Changes a visit in the server behind our back. */
async function edit(status: Appointment["status"], id = "a2", days = 3): Promise<Appointment> {
  const before = visit(id, "dr1", "p2", days) as Appointment;
  const lastUpdated = new Date(Date.now() + ++edits).toISOString();
  const changed = { ...before, status, meta: { versionId: String(edits), lastUpdated } };
  await server.load([changed]);
  return changed;
}

describe("the subscriptions", () => {
  it("are made once at one unguessable address, with a secret, and left as they are", async () => {
    await keep();
    expect(criteria()).toEqual(["Appointment?", "Patient?"]);
    expect(new Set(endpoints()).size).toBe(1);
    expect(endpoints()[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/emr-webhooks\/[\w-]{43}$/);
    expect([...server.subscriptions.values()].map(({ status }) => status)).toEqual(["active", "active"]);
    const before = [...server.subscriptions.keys()];
    await keep();
    await keepWebhooks(new Date());
    expect([...server.subscriptions.keys()]).toEqual(before);
    const [sealed] = await database.asOwner<{ sealed: string }>("SELECT sealed FROM emr_webhook");
    const token = endpoints()[0]?.split("/").at(-1) ?? "";
    expect(sealed?.sealed).not.toContain(token);
    expect(await database.asOwner("SELECT FROM directory WHERE key = $1", [token])).toEqual([]);
  });

  it("are those of the topics that the connection names, for a server of the R5 backport", async () => {
    await database.asOwner("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [
      clinic.tenant.linkedAccountId,
      { subscription_topics: TOPIC },
    ]);
    await keep();
    expect([...server.subscriptions.values()]).toMatchObject([
      {
        criteria: TOPIC,
        channel: { type: "rest-hook", _payload: { extension: [{ valueCode: "id-only" }] } },
      },
    ]);
  });

  it.each(["first", "second"])("are not made twice if the answer of the %s one is lost", async (which) => {
    let creations = 0;
    server.fault = ({ method }) => (method === "POST" && ++creations === (which === "first" ? 1 : 2) ? "lost" : null);
    await keep();
    expect((await rows())[0]?.problem).not.toBeNull();
    await keep();
    expect(criteria()).toEqual(["Appointment?", "Patient?"]);
    expect(new Set(endpoints()).size).toBe(1);
    expect(await server.notify("empty", await edit("arrived"))).toEqual([200]);
  });

  it("have a secret that is known before the server answers: it may prove the way at once", async () => {
    const statuses: number[] = [];
    const handshakes: Promise<void>[] = [];
    server.fault = ({ method }) => {
      if (method === "PUT")
        handshakes.push(
          server
            .notify("id-only", visit("a2", "dr1", "p2", 3), { type: "handshake", number: 0 })
            .then((answers) => void statuses.push(...answers)),
        );
      return null;
    };
    await keep();
    await Promise.all(handshakes);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await rows())[0]?.heard_at).not.toBeNull();
    expect(await kept()).toEqual([]);
  });

  it.each([
    ["ends soon", { end: new Date(Date.now() + 60_000).toISOString() }],
    ["was ended because of errors", { status: "error" as const }],
    ["was switched off", { status: "off" as const }],
  ])("are made anew if one %s", async (_why, changes) => {
    await keep();
    const [[id, first] = []] = [...server.subscriptions];
    if (id === undefined || first === undefined) throw new Error("There is none");
    server.subscriptions.set(id, { ...first, ...changes });
    await keep();
    expect(criteria()).toEqual(["Appointment?", "Patient?"]);
    expect(server.subscriptions.has(id)).toBe(false);
    expect(await server.notify("empty", await edit("arrived"))).toEqual([200]);
  });

  it.each([
    ["deleted by the server's staff", () => server.subscriptions.clear()],
    [
      "in an error",
      () => {
        for (const each of server.subscriptions.values()) Object.assign(each, { status: "error" });
      },
    ],
  ])("are looked at every 5 minutes, and made anew if they are %s", async (_state, spoil) => {
    await keepWebhooks(new Date());
    const before = [...server.subscriptions.keys()];
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    spoil();
    await keepWebhooks(inMinutes(4));
    expect([...server.subscriptions.keys()].filter((id) => !before.includes(id))).toEqual([]);
    await keepWebhooks(inMinutes(6));
    expect(criteria()).toEqual(["Appointment?", "Patient?"]);
    expect([...server.subscriptions.keys()].filter((id) => before.includes(id))).toEqual([]);
    expect([...server.subscriptions.values()].map(({ status }) => status)).not.toContain("error");
  });

  it("go when the account is unlinked, and come back when it is linked again", async () => {
    await keep();
    expect((await patch({ active: false })).status).toBe(200);
    await keepWebhooks(new Date());
    expect(criteria()).toEqual([]);
    expect(await rows()).toEqual([]);
    expect((await patch({ active: true })).status).toBe(200);
    await keepWebhooks(new Date());
    expect(criteria()).toHaveLength(2);
  });

  it.each([
    ["was lost", "lost" as const],
    ["was a refusal", 403],
  ])("go also if the answer to the second one %s, and the account is unlinked then", async (_how, end) => {
    let creations = 0;
    server.fault = ({ method }) => (method === "POST" && ++creations === 2 ? end : null);
    await keep();
    expect(criteria()).toContain("Appointment?");
    await patch({ active: false });
    await keepWebhooks(new Date());
    expect(criteria()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("are switched off and on by an admin, with a new address and secret", async () => {
    await keep();
    const [before] = endpoints();
    const connection = { base_url: server.baseUrl, auth: { kind: "none" }, mrn_system: "urn:mrn" };
    expect((await patch({ connection })).status).toBe(200);
    await keepWebhooks(new Date());
    expect(criteria()).toEqual([]);
    expect(await told()).toBeUndefined();
    expect(await notices()).toBeNull();
    expect(await toldKinds()).toEqual([]);
    expect((await patch({ connection: { ...connection, subscriptions: "on" } })).status).toBe(200);
    expect(await told()).toContain("made within a minute");
    expect(await notices()).toMatchObject({ state: "requested", registered_at: null });
    expect(await toldKinds()).toEqual([]);
    await keepWebhooks(new Date());
    expect(criteria()).toHaveLength(2);
    expect(endpoints()[0]).not.toBe(before);
    expect(await statusOf("a2", 3)).toBe("booked");
  });

  it("cannot be switched on at a server that shows none, and the reason is said at the field", async () => {
    server.fault = () => 403;
    const connection = { base_url: server.baseUrl, auth: { kind: "none" }, mrn_system: "urn:mrn", subscriptions: "on" };
    const answer = await patch({ connection });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain("connection.subscriptions");
  });

  it("say why the server refuses them, and are tried again", async () => {
    server.fault = ({ method }) => (method === "POST" ? 403 : null);
    await keep();
    expect(await told()).toMatch(/^could not be made or looked at \(.+\); it is tried again: changes are read/);
    expect(await notices()).toMatchObject({ state: "refused", problem: "The EMR does not allow it" });
    server.fault = () => null;
    await keep();
    expect(await told()).toMatch(/nothing has come yet/);
    expect(await notices()).toMatchObject({ state: "active", heard_at: null, problem: null });
    expect(await toldKinds()).toEqual(["patients", "appointments"]);
    await server.notify("empty", await edit("arrived"));
    expect(await told()).toMatch(/^are on; the latest notification came at/);
    expect(await notices()).toMatchObject({ state: "active", heard_at: expect.any(String) });
    await database.asOwner("UPDATE emr_webhook SET heard_at = now() - interval '3 hours'");
    expect(await told()).toMatch(/^are on, and silent since .+: changes are read every few minutes/);
    expect(await notices()).toMatchObject({ state: "silent", heard_at: expect.any(String) });
  });
});

describe("the address", () => {
  beforeEach(keep);

  it("takes nothing without a proof", async () => {
    const whole = await edit("arrived");
    const token = endpoints()[0]?.split("/").at(-1) ?? "";
    const proofs: Record<string, string>[] = [
      {},
      { "x-subscription-secret": "" },
      { "x-subscription-secret": token },
      { "x-signature": "0".repeat(64) },
      { "x-signature": "not hex" },
    ];
    for (const headers of proofs) expect(await server.notify("resource", whole, { headers })).toEqual([401]);
    expect(await kept()).toEqual([]);
    expect((await rows())[0]?.heard_at).toBeNull();
    expect(await told()).toContain("was refused");
    const elsewhere = await fetch(`${product.baseUrl}/emr-webhooks/${"x".repeat(43)}`, { method: "POST" });
    expect(elsewhere.status).toBe(404);
  });

  it.each([
    ["too much", JSON.stringify({ text: "x".repeat(1_100_000) }), 413],
    ["no JSON", "{", 400],
    ["too deep", "[".repeat(5_000) + "]".repeat(5_000), 400],
    ["another thing", "[]", 200],
    ["a number", "7", 200],
    ["an empty Bundle", JSON.stringify({ resourceType: "Bundle" }), 200],
    ["a Bundle of anything", JSON.stringify({ resourceType: "Bundle", entry: [null, 7, { resource: [] }] }), 200],
    [
      "a status of anything",
      JSON.stringify({
        resourceType: "Bundle",
        entry: [
          { resource: { resourceType: "SubscriptionStatus", type: "event-notification", notificationEvent: [{}] } },
        ],
      }),
      200,
    ],
    ["a record of an evil name", JSON.stringify({ resourceType: "Patient", id: "../../admin\u0000" }), 200],
  ])("answers what is %s as the sender's fault or takes it, and goes on", async (_what, body, status) => {
    expect(await server.send(body)).toBe(status);
    await take();
    expect(await kept()).toEqual([]);
    await server.notify("resource", await edit("arrived"));
    await take();
    expect(await statusOf("a2", 3)).toBe("arrived");
  });

  it("tells no other account, of whatever organization", async () => {
    const other = await link();
    await keep();
    expect(new Set(endpoints()).size).toBe(2);
    const changed = await edit("arrived");
    const [first] = [...server.subscriptions.values()];
    for (const [id, { channel }] of server.subscriptions)
      if (channel.endpoint !== first?.channel.endpoint) server.subscriptions.delete(id);
    await server.notify("resource", changed);
    await take();
    expect([await statusOf("a2", 3), await statusOf("a2", 3, other)]).toEqual(["arrived", "booked"]);
    // The secret of one address opens no other one.
    const [secret] = first?.channel.header ?? [];
    const sealed = await database.asOwner("SELECT id FROM emr_webhook");
    expect(sealed).toHaveLength(2);
    expect(secret).toMatch(/^x-subscription-secret: [\w-]{43}$/);
  });
});

const FORMS: Form[] = ["empty", "resource", "medplum", "id-only", "full-resource"];

describe.each(FORMS)("a notification in the form %s", (form) => {
  beforeEach(async () => {
    if (form === "id-only" || form === "full-resource")
      await database.asOwner("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [
        clinic.tenant.linkedAccountId,
        { subscription_topics: TOPIC },
      ]);
    await keep();
  });

  const notify = async (changed: Appointment | Patient, sending?: Sending) => {
    const statuses = await server.notify(form, changed, sending);
    expect(statuses).toEqual(statuses.map(() => 200));
  };

  it("has the record read, so that the feed tells of it once", async () => {
    const { next_cursor } = await feed();
    await notify(await edit("arrived"));
    await take();
    expect(await statusOf("a2", 3)).toBe("arrived");
    expect((await feed(next_cursor)).changes).toMatchObject([
      { kind: "appointments", change: "updated", ehr_id: "a2" },
    ]);
  });

  it("is never believed: an older or repeated one changes nothing", async () => {
    const older = await edit("arrived");
    const newer = await edit("fulfilled");
    await notify(newer, { number: 2 });
    await take();
    const { next_cursor } = await feed();
    await notify(older, { number: 1 });
    await notify(newer, { number: 2 });
    await take();
    expect(await statusOf("a2", 3)).toBe("fulfilled");
    expect((await feed(next_cursor)).changes).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it("survives the end of the process that took it", async () => {
    await notify(await edit("arrived"));
    expect(await kept()).toHaveLength(1);
    await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
    await take();
    expect(await statusOf("a2", 3)).toBe("arrived");
  });
});

describe("notifications", () => {
  it("of a new patient and their visit show both, whichever is told", async () => {
    await keep();
    const [newcomer] = patient("p9");
    if (newcomer?.resourceType !== "Patient") throw new Error("A patient comes first");
    const booked = visit("a9", "dr2", "p9", 1);
    await server.load([newcomer, booked]);
    const { next_cursor } = await feed();
    await server.notify("resource", booked);
    await take();
    expect((await feed(next_cursor)).changes.map(({ kind, change, ehr_id }) => [kind, change, ehr_id])).toEqual([
      ["patients", "created", "p9"],
      ["appointments", "created", "a9"],
    ]);
  });

  it("of a deleted record remove it once the EMR has it no longer", async () => {
    await keep();
    const before = visit("a2", "dr1", "p2", 3);
    await server.notify("medplum", before, { deleted: true });
    await take();
    expect(await statusOf("a2", 3)).toBe("booked");
    await server.remove("Appointment", "a2");
    await server.notify("medplum", before, { deleted: true });
    await take();
    expect(await statusOf("a2", 3)).toBeUndefined();
  });

  it("of a kind that is not read have no effect", async () => {
    await keep();
    server.requests.length = 0;
    expect(await server.send(JSON.stringify({ resourceType: "Observation", id: "o1" }))).toBe(200);
    await take();
    expect(server.requests).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it("of one record in a burst are one reading, and of many one search", async () => {
    await keep();
    for (const status of ["arrived", "checked-in", "fulfilled"] as const)
      await server.notify("resource", await edit(status));
    server.requests.length = 0;
    await take();
    expect(server.requests.filter((request) => request === "GET /Appointment/a2")).toHaveLength(1);
    const many = Array.from({ length: 40 }, (_, index) => visit(`m${index}`, "dr1", "p1", 2) as Appointment).map(
      (each) => ({ ...each, meta: now() }),
    );
    await server.load(many);
    for (const each of many) await server.notify("resource", each);
    server.requests.length = 0;
    await take();
    expect(server.requests.filter((request) => /^GET \/Appointment\/m/.test(request))).toEqual([]);
    expect(await statusOf("m39", 2)).toBe("booked");
    expect(await kept()).toEqual([]);
  });

  it("of many remove those that the EMR has no longer, and ask for none by its id that the search brought", async () => {
    await keep();
    const [changed, gone] = [30, 105];
    const many = Array.from(
      { length: changed + gone },
      (_, index) => ({ ...visit(`m${index}`, "dr1", "p1", 2), meta: now() }) as Appointment & { id: string },
    );
    await server.load(many);
    await syncAccount(clinic.tenant);
    await server.load(many.slice(0, changed).map((each) => ({ ...each, status: "arrived", meta: now() })));
    for (const { id } of many.slice(changed)) await server.remove("Appointment", id);
    for (const each of many) await server.notify("resource", each);
    const statuses = async () => {
      const path = `/appointments?start_date=${dayFromNow(2)}&end_date=${dayFromNow(2)}&limit=1000`;
      const { body } = await call(APPOINTMENTS, "GET", path, { headers: clinic.headers });
      return body.appointments.map(({ status }: { status: string }) => status).sort();
    };
    server.requests.length = 0;
    await take();
    const later = await kept();
    expect(later.length).toBeGreaterThan(0);
    expect(await statuses()).toEqual([...Array(changed).fill("arrived"), ...Array(later.length).fill("booked")]);
    await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
    await take();
    expect(await kept()).toEqual([]);
    expect(await statuses()).toEqual(Array(changed).fill("arrived"));
    expect(server.requests.filter((request) => /^GET \/Appointment\/m/.test(request))).toHaveLength(gone);
  });

  it("wait while the EMR does not answer, and are taken then", async () => {
    await keep();
    const changed = await edit("arrived");
    await server.notify("resource", changed);
    await database.asOwner("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [
      clinic.tenant.linkedAccountId,
      { base_url: "http://127.0.0.1:9/fhir" },
    ]);
    await take();
    expect(await kept()).toHaveLength(1);
    await database.asOwner("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [
      clinic.tenant.linkedAccountId,
      { base_url: server.baseUrl },
    ]);
    await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
    await take();
    expect(await statusOf("a2", 3)).toBe("arrived");
  });

  describe("with numbers", () => {
    beforeEach(async () => {
      await database.asOwner("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [
        clinic.tenant.linkedAccountId,
        { subscription_topics: TOPIC },
      ]);
      await keep();
      await server.notify("id-only", await edit("arrived"), { number: 1 });
      await take();
    });

    it("show by a gap that one was lost, and what changed is read", async () => {
      await edit("cancelled", "a1", 0);
      await server.notify("id-only", await edit("fulfilled"), { number: 3 });
      await take();
      expect([await statusOf("a1", 0), await statusOf("a2", 3)]).toEqual(["cancelled", "fulfilled"]);
    });

    it("show it also by a heartbeat, and read nothing if none was lost", async () => {
      server.requests.length = 0;
      await server.notify("id-only", visit("a2", "dr1", "p2", 3), { type: "heartbeat", number: 1 });
      await take();
      expect(server.requests).toEqual([]);
      await edit("cancelled", "a1", 0);
      await server.notify("full-resource", visit("a2", "dr1", "p2", 3), { type: "heartbeat", number: 2 });
      await take();
      expect(await statusOf("a1", 0)).toBe("cancelled");
    });
  });

  it("stand in the feed within 5 s of the change", async () => {
    await keep();
    const readings = startEventReadings();
    try {
      const took: number[] = [];
      for (const status of ["arrived", "fulfilled", "noshow", "booked", "checked-in"] as const) {
        const { next_cursor } = await feed();
        const began = present().getTime();
        const changed = await edit(status);
        await server.notify("resource", changed);
        await until(async () => (await feed(next_cursor)).changes.length > 0, 5_000);
        took.push(present().getTime() - began);
      }
      process.stdout.write(`ms from a change to GET /changes: ${took.join(", ")}\n`);
      expect(Math.max(...took)).toBeLessThan(5_000);
    } finally {
      await readings.stop();
    }
  });
});
