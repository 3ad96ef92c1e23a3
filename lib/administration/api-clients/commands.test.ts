import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as ROTATE } from "#app/v1/api-clients/[id]/rotate-secret/route.ts";
import { DELETE, PATCH } from "#app/v1/api-clients/[id]/route.ts";
import { GET as LIST, POST } from "#app/v1/api-clients/route.ts";
import { GET as getLocations } from "#app/v1/locations/route.ts";
import { newId } from "#lib/kernel/id";
import { hashToken } from "#lib/security/credentials/token-hash";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  return () => vi.useRealTimers();
});

type Handler = Parameters<typeof call>[0];
const ask = (
  handler: Handler,
  method: string,
  { id, ...given }: { id?: string; headers?: Record<string, string>; body?: unknown } = {},
) => {
  const tail = handler === ROTATE ? "/rotate-secret" : "";
  return call(handler, method, `/api-clients${id === undefined ? "" : `/${id}`}${tail}`, {
    headers: admin,
    ...given,
    params: id === undefined ? {} : { id },
  });
};
const make = async (name = "Billing") => (await ask(POST, "POST", { body: { name } })).body.api_client;
const list = async () => (await ask(LIST, "GET")).body.api_clients;
const callAs = (client: { client_id: string; client_secret: string }) =>
  call(getLocations, "GET", "/locations", {
    headers: {
      client_id: client.client_id,
      client_secret: client.client_secret,
      access_token: clinic.headers.access_token,
    },
  });
/** Moves the clock past the time for which credentials are cached. */
const waitOut = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_001 });

describe("API clients", () => {
  it("are created with two secrets that are shown once and stored hashed and encrypted", async () => {
    const made = await make();
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: "Billing",
      client_id: expect.stringMatching(/^client_/),
      status: "active",
      unknown_fields: "warn",
      may_link: false,
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
      client_secret: expect.stringMatching(/^secret_.{43}$/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const { client_secret, webhook_secret, ...kept } = made;
    expect((await list()).at(-1)).toEqual(kept);
    const [row] = await database.asOwner<{ row: string }>(
      "SELECT to_jsonb(c)::text AS row FROM api_client c WHERE id = $1",
      [made.id],
    );
    expect(row?.row).toContain(hashToken(client_secret));
    expect(row?.row).not.toContain(client_secret);
    expect(row?.row).not.toContain(webhook_secret);
  });

  it("are usable at once and record their last use, to the minute", async () => {
    const made = await make();
    expect((await callAs(made)).status).toBe(200);
    const used = (await list()).find(({ id }: { id: string }) => id === made.id).last_used_at;
    expect(Math.abs(Date.now() - Date.parse(used))).toBeLessThan(60_000);
    waitOut();
    await callAs(made);
    expect((await list()).find(({ id }: { id: string }) => id === made.id).last_used_at).toBe(used);
    vi.setSystemTime(Date.now() + 61_000);
    await callAs(made);
    const later = (await list()).find(({ id }: { id: string }) => id === made.id).last_used_at;
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(used));
  });

  it("are refused within 5 seconds after revocation, permanently", async () => {
    const made = await make();
    expect((await callAs(made)).status).toBe(200);
    const answer = await ask(DELETE, "DELETE", { id: made.id });
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: "API client revoked" }]);
    waitOut();
    expect((await callAs(made)).status).toBe(401);
    expect((await list()).at(-1)).toMatchObject({ id: made.id, status: "revoked", revoked_at: expect.any(String) });
    for (const again of [
      await ask(DELETE, "DELETE", { id: made.id }),
      await ask(ROTATE, "POST", { id: made.id }),
      await ask(PATCH, "PATCH", { id: made.id, body: { name: "X" } }),
    ]) {
      expect([again.status, again.body.message]).toEqual([409, "This API client was revoked; nothing was saved"]);
    }
  });

  it("get a new secret, and the old one is refused within 5 seconds", async () => {
    const made = await make();
    await callAs(made);
    const { status, body } = await ask(ROTATE, "POST", { id: made.id });
    expect([status, body.api_client.client_id]).toEqual([200, made.client_id]);
    expect(body.api_client.client_secret).not.toBe(made.client_secret);
    expect(body.api_client).not.toHaveProperty("webhook_secret");
    waitOut();
    expect((await callAs(made)).status).toBe(401);
    expect((await callAs(body.api_client)).status).toBe(200);
  });

  it("store the response with secrets for its Idempotency-Key encrypted", async () => {
    const headers = { ...admin, "idempotency-key": newId() };
    const first = await ask(POST, "POST", { headers, body: { name: "Once" } });
    const second = await ask(POST, "POST", { headers, body: { name: "Once" } });
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect((await list()).filter(({ name }: { name: string }) => name === "Once")).toHaveLength(1);
    const [kept] = await database.asOwner<{ body: string }>("SELECT body::text FROM idempotency_key WHERE key = $1", [
      headers["idempotency-key"],
    ]);
    expect(kept?.body).toMatch(/^{"sealed": ?"/);
    expect(kept?.body).not.toContain(first.body.api_client.client_secret);
  });

  it.each([
    [{}, "Missing required field: name", "Send at least one of name, unknown_fields, may_link"],
    [{ name: "Billing", unknown_fields: "drop" }, "unknown_fields must be one of warn, refuse"],
    [{ name: " " }, "name must be a non-empty string"],
    [{ name: "x".repeat(101) }, "name must have at most 100 characters"],
  ])("refuse %o", async (body, message, ofAChange = message) => {
    const before = await list();
    const made = await ask(POST, "POST", { body });
    expect([made.status, made.body]).toMatchObject([400, { success: false, message }]);
    const changed = await ask(PATCH, "PATCH", { id: clinic.apiClientId, body });
    expect([changed.status, changed.body]).toMatchObject([400, { success: false, message: ofAChange }]);
    expect(await list()).toEqual(before);
  });

  it("can refuse unknown fields, and a rename keeps this setting", async () => {
    const made = (await ask(POST, "POST", { body: { name: "Strict", unknown_fields: "refuse" } })).body.api_client;
    expect(made.unknown_fields).toBe("refuse");
    await ask(PATCH, "PATCH", { id: made.id, body: { name: "Stricter" } });
    expect((await list()).at(-1)).toMatchObject({ name: "Stricter", unknown_fields: "refuse" });
    await ask(PATCH, "PATCH", { id: made.id, body: { unknown_fields: "warn" } });
    expect((await list()).at(-1)).toMatchObject({ name: "Stricter", unknown_fields: "warn" });
  });

  it("are renamed with an audit entry that names the user", async () => {
    const answer = await ask(PATCH, "PATCH", { id: clinic.apiClientId, body: { name: "Front desk" } });
    expect([answer.status, answer.body.api_client.name]).toEqual([200, "Front desk"]);
    const entries = await database.asOwner(
      "SELECT action, route, status, replace(resource, '-', '') AS resource, actor ->> 'kind' AS kind FROM audit_log WHERE organization_id = $1",
      [clinic.tenant.organizationId],
    );
    expect(entries).toEqual([
      {
        action: "api-clients:update",
        route: "PATCH /api-clients/{id}",
        status: 200,
        resource: clinic.apiClientId,
        kind: "user",
      },
    ]);
  });
});

describe("by an API client", () => {
  const itself = () => ({ id: clinic.apiClientId, headers: clinic.headers });

  it("clients are listed; a client may rename itself and rotate its own secret", async () => {
    expect((await ask(LIST, "GET", { headers: clinic.headers })).body.api_clients).toHaveLength(1);
    expect((await ask(PATCH, "PATCH", { ...itself(), body: { name: "Self" } })).body.api_client.name).toBe("Self");
    expect((await ask(ROTATE, "POST", itself())).status).toBe(200);
  });

  it("another client can neither be renamed nor get a new secret", async () => {
    const { id } = await make();
    for (const answer of [
      await ask(PATCH, "PATCH", { id, headers: clinic.headers, body: { name: "Mine" } }),
      await ask(ROTATE, "POST", { id, headers: clinic.headers }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        403,
        "Not allowed: an API client may only change itself; nothing was saved",
      ]);
    }
    expect((await list()).at(-1)).toMatchObject({ id, name: "Billing" });
  });

  it("no client can be created or revoked, including itself", async () => {
    for (const answer of [
      await ask(POST, "POST", { headers: clinic.headers, body: { name: "More" } }),
      await ask(DELETE, "DELETE", itself()),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        403,
        "Not allowed: this needs the session of an admin; an API client cannot do it; nothing was saved",
      ]);
    }
    expect(await list()).toMatchObject([{ status: "active" }]);
  });
});
