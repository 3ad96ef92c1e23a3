/** @module-tag long */
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as readAudit } from "#app/v1/audit-log/route.ts";
import { POST as rotateSecret } from "#app/v1/linked-accounts/[id]/rotate-webhook-secret/route.ts";
import { PATCH as changeAccount } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as listAccounts } from "#app/v1/linked-accounts/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { readDueLogs } from "#lib/jobs/emr-events/read-log";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { Fault } from "#lib/testing/hosted/faults";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { jobsOf } from "#lib/testing/jobs";
import { linkHosted } from "#lib/testing/link-hosted";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { openSecrets } from "./sealed.ts";
import { keepWebhooks } from "./upkeep.ts";

process.env.SEED = "demo";
const database = testDatabase();
let product: ProductServer;
let server: HostedServer;
let clinic: TestAccount;
let admin: Record<string, string>;
let receipts = 0;
const jobs = jobsOf(database, () => clinic);
const ROTATION = "POST /webhook/rotate-secret";

beforeAll(async () => {
  product = await startProductServer();
});
beforeEach(async () => {
  await database.asOwner("TRUNCATE emr_webhook, emr_event_arrived, emr_event_reading, emr_event_taken");
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  server = await startHostedServer({ patients: 6, times: { attemptsApartMs: 10, attemptMs: 2_000 } });
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
  await linkHosted(database, clinic, server);
});
afterEach(async () => {
  await jobs.forgetUnfinished();
  await server.stop();
});
afterAll(() => product.stop());

/** Looks after the webhooks that are due. */
const keep = () => keepWebhooks(new Date());

/** The same, as if the pause after a look that failed were over. */
async function keepLater(): Promise<void> {
  await database.asOwner("UPDATE emr_webhook SET next_at = now() - interval '1 minute'");
  await keep();
}

/** Takes the events that are due now. */
const take = () => readDueLogs(new Date(Date.now() + 1));

const rotate = (headers = admin, id = clinic.tenant.linkedAccountId) =>
  call(rotateSecret, "POST", `/linked-accounts/${id}/rotate-webhook-secret`, { headers, params: { id } });

interface Shown {
  registered_at: string;
  secret_changed_at: string;
  secret_asked_at: string | null;
  secret_problem: string | null;
}
async function shown(): Promise<Shown> {
  const { body } = await call(listAccounts, "GET", "/linked-accounts", { headers: admin });
  return body.linked_accounts.find(({ id }: { id: string }) => id === clinic.tenant.linkedAccountId).event_webhook;
}

const rotations = () => server.ledger.calls("POST", "/webhook/rotate-secret").length;

/** Returns the statuses with which we answered an event of what staff changed. */
async function answersToAnEvent(): Promise<(number | null)[]> {
  const event = await server.staffChange("patients", "PAT-2", { phone: `212-555-${1_000 + ++receipts}` });
  return server.ledger.deliveries(event.id).map(({ status }) => status);
}

const pay = () =>
  jobs.accept(() =>
    call(createPayment, "POST", "/payments", {
      headers: clinic.headers,
      body: { ...aPayment, reference_number: `RCPT-${++receipts}` },
    }),
  );

/** Registers the webhook, has it proven by an event, and makes its last readings rare. */
async function proven(): Promise<void> {
  await keepLater();
  expect(await answersToAnEvent()).toEqual([200]);
  await take();
  await database.asOwner(
    "UPDATE emr_event_reading SET next_at = now() + interval '15 minutes', log_at = now() + interval '15 minutes'",
  );
}

/** Sends an event of our own making to our address, signed by a secret. Returns the status. */
async function send(secret: string): Promise<number> {
  const text = JSON.stringify({
    id: `made-${++receipts}`,
    access_token_reference_id: "clinic-1",
    object: "event",
    created: new Date().toISOString(),
    type: "patient.updated",
    data: { mrn: "MRN-2" },
  });
  const [url = ""] = server.webhooks.values();
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  const headers = { "content-type": "application/json", "cobalt-verification": signature };
  return (await fetch(url, { method: "POST", body: text, headers })).status;
}

/** Returns for how many minutes the former secrets are still accepted. */
async function formerEndsIn(): Promise<number[]> {
  const [row] = await database.asOwner<{ sealed: string }>("SELECT sealed FROM emr_webhook");
  const { secrets } = await openSecrets(row ?? { sealed: "" });
  return secrets.slice(1).map(({ until }) => Math.round((Date.parse(until ?? "") - Date.now()) / 60_000));
}

describe("an admin has the service sign with a new secret", () => {
  it("which is asked for at once and shown as changed; the former one ends soon once events come with the new one", async () => {
    await proven();
    const [former, before] = [server.secret(), await shown()];
    const { status, body } = await rotate();
    expect(status).toBe(202);
    expect(body).toMatchObject({
      message: "New webhook secret asked for",
      linked_account: { event_webhook: { secret_asked_at: expect.any(String), secret_problem: null } },
    });
    expect(server.secret()).toBe(former);
    await keep();
    const current = server.secret();
    expect(current).not.toBe(former);
    const after = await shown();
    expect(after).toMatchObject({ registered_at: before.registered_at, secret_asked_at: null, secret_problem: null });
    expect(Date.parse(after.secret_changed_at)).toBeGreaterThan(Date.parse(before.secret_changed_at));
    for (const secret of [former, current]) expect(JSON.stringify([body, after])).not.toContain(secret);
    expect(await send(former)).toBe(200);
    expect(await formerEndsIn()).toEqual([1440]);
    expect(await send(current)).toBe(200);
    expect(await formerEndsIn()).toEqual([5]);
    expect(await send(former)).toBe(200);
    await keepLater();
    expect(rotations()).toBe(1);
    expect(server.ledger.calls("POST", "/webhook")).toHaveLength(1);
    expect(await shown()).toEqual(after);
  });

  it("and the audit log says who did", async () => {
    await keepLater();
    await rotate();
    const { body } = await call(readAudit, "GET", "/audit-log", { headers: admin });
    expect(body.audit_log[0]).toMatchObject({
      action: "linked-accounts:update",
      route: "POST /linked-accounts/{id}/rotate-webhook-secret",
      status: 202,
      resource: clinic.tenant.linkedAccountId,
      actor: { kind: "user" },
    });
  });

  it("once, however often it is asked for at the same time", async () => {
    await proven();
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await Promise.all([keep(), keep(), keep()]);
    expect(rotations()).toBe(1);
    expect(await answersToAnEvent()).toEqual([200]);
    await rotate();
    await keep();
    expect(rotations()).toBe(2);
    expect(await answersToAnEvent()).toEqual([200]);
  });

  it("asked for while the registration is looked after: as soon as that has ended, not beside it", async () => {
    await proven();
    const { promise: until, resolve } = Promise.withResolvers<void>();
    server.faults.of = (method, path) =>
      method === "GET" && path.startsWith("/webhook/") ? { kind: "held", until } : null;
    const looking = keepLater();
    await expect
      .poll(() => server.ledger.calls("GET").filter(({ path }) => path.startsWith("/webhook/")).length)
      .toBe(1);
    expect((await rotate()).status).toBe(202);
    await keep();
    expect(rotations()).toBe(0);
    resolve();
    await looking;
    server.faults.of = () => null;
    expect(rotations()).toBe(0);
    await keep();
    expect(rotations()).toBe(1);
    expect(await shown()).toMatchObject({ secret_asked_at: null });
  });

  it.each<[string, Fault, string]>([
    ["the answer is lost", { kind: "cut_after" }, "new"],
    ["the answer is cut", { kind: "truncated" }, "new"],
    ["the answer is an error after the work was done", { kind: "failed_after" }, "new"],
    ["a proxy answers after the work was done", { kind: "html", status: 502, isDone: true }, "new"],
    ["a proxy answers 200 with a page", { kind: "html", status: 200, isDone: true }, "new"],
    ["the request is lost", { kind: "cut_before" }, "former"],
    ["a limit is reached", { kind: "limited", retryAfterSeconds: 60 }, "former"],
  ])("until it is known, if %s: nothing is lost meanwhile", async (_words, fault, signer) => {
    await proven();
    const former = server.secret();
    await rotate();
    server.faults.next(fault, ROTATION);
    await keep();
    expect(server.secret() === former).toBe(signer === "former");
    const waiting = await shown();
    expect(waiting).toMatchObject({ secret_asked_at: expect.any(String), secret_problem: expect.any(String) });
    for (const secret of [former, server.secret()]) expect(JSON.stringify(waiting)).not.toContain(secret);
    const { jobId } = await pay();
    await server.finish();
    if (signer === "new") {
      // Its event is refused, and found in the log; the refusal has the service asked again.
      expect(server.ledger.deliveries(server.events.at(-1)?.id).map(({ status }) => status)).toEqual([401, 401]);
      await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
      await take();
      expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
      await keep();
    } else {
      await take();
      expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
      await keep();
      expect(rotations()).toBe(1);
      await keepLater();
    }
    expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: null });
    expect(await answersToAnEvent()).toEqual([200]);
    expect(server.ledger.calls("POST", "/webhook")).toHaveLength(1);
  });

  it("and has the log read soon for what was refused before the new one was known", async () => {
    await proven();
    await rotate();
    const { jobId } = await pay();
    server.faults.next({ kind: "cut_after" }, ROTATION);
    await keep();
    await server.finish();
    expect(server.ledger.deliveries(server.events.at(-1)?.id).map(({ status }) => status)).toEqual([401, 401]);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued" });
    await keep();
    expect(await shown()).toMatchObject({ secret_asked_at: null });
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  });

  it("also if the process ended on the way: it is asked for again, and a newer one is kept", async () => {
    await proven();
    await rotate();
    // The process that claimed the look ended after the service had rotated.
    const { base_url, access_token: _token, ...two } = server.connection;
    await fetch(`${base_url}/webhook/rotate-secret`, { method: "POST", headers: two });
    await database.asOwner("UPDATE emr_webhook SET next_at = now() + interval '1 minute'");
    expect(await answersToAnEvent()).toEqual([401, 401]);
    await keep();
    expect(rotations()).toBe(1);
    await keepLater();
    expect(rotations()).toBe(2);
    expect(await shown()).toMatchObject({ secret_asked_at: null });
    expect(await answersToAnEvent()).toEqual([200]);
  });

  it.each([404, 405, 410, 501] as const)(
    "by a registration made anew, where the service answers %s",
    async (status) => {
      server.rotation = status;
      await proven();
      const [former, [url]] = [server.secret(), server.webhooks.values()];
      await rotate();
      await keep();
      expect(server.secret()).not.toBe(former);
      expect([...server.webhooks.values()]).toEqual([url]);
      expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: null });
      expect(await answersToAnEvent()).toEqual([200]);
      expect(await send(former)).toBe(200);
    },
  );

  it("by a registration made anew, where the service answers without the new one: nothing is lost meanwhile", async () => {
    await proven();
    server.rotation = "silent";
    const former = server.secret();
    const { jobId } = await pay();
    await rotate();
    await keep();
    expect(server.secret()).not.toBe(former);
    expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: null });
    await server.finish();
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await send(server.secret())).toBe(200);
    expect(await send(former)).toBe(200);
    expect([rotations(), server.webhooks.size]).toEqual([1, 1]);
  });

  it("not if the service shows none at all: that is shown, and its events are read from the log", async () => {
    await proven();
    server.rotation = "silent";
    server.variants.secretShown = "rotation";
    await rotate();
    await keep();
    expect(await shown()).toMatchObject({
      secret_asked_at: null,
      secret_problem: "The EMR shows no new secret, neither if it is asked for one nor for a new registration",
    });
    const { jobId } = await pay();
    await server.finish();
    expect(server.ledger.deliveries(server.events.at(-1)?.id).map(({ status }) => status)).toEqual([401, 401]);
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    server.rotation = "shown";
    await rotate();
    await keep();
    expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: null });
    expect(await answersToAnEvent()).toEqual([200]);
  });

  it("not if the service refuses it: why is shown, and the present one stays", async () => {
    await proven();
    await rotate();
    server.faults.next({ kind: "refused", status: 400, message: "Once a day" }, ROTATION);
    await keep();
    expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: "Once a day" });
    await keepLater();
    expect(rotations()).toBe(1);
    expect(await shown()).toMatchObject({ secret_problem: "Once a day" });
    expect(await answersToAnEvent()).toEqual([200]);
    await rotate();
    expect(await shown()).toMatchObject({ secret_problem: null });
    await keep();
    expect(await shown()).toMatchObject({ secret_asked_at: null, secret_problem: null });
  });
});

describe("a new secret is refused", () => {
  it("to all but admins", async () => {
    await keepLater();
    expect((await rotate(await signIn(clinic, "staff"))).status).toBe(403);
    expect((await rotate(clinic.headers)).status).toBe(403);
    expect((await rotate({})).status).toBe(401);
    await keep();
    expect(rotations()).toBe(0);
  });

  it("for an account that has no webhook: before the registration, after it was unlinked, at another EMR, of others", async () => {
    expect(await rotate()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("No webhook is registered at the EMR of this account") },
    });
    await keepLater();
    const other = await openClinic();
    const theirs = await signIn(other, "admin");
    expect((await rotate(theirs)).status).toBe(404);
    expect((await rotate(theirs, other.tenant.linkedAccountId)).status).toBe(409);
    const params = { id: clinic.tenant.linkedAccountId };
    await call(changeAccount, "PATCH", `/linked-accounts/${params.id}`, {
      headers: admin,
      params,
      body: { active: false },
    });
    expect((await rotate()).status).toBe(409);
    expect(await shown()).toBeNull();
  });
});
