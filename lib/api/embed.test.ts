import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getDocuments } from "#app/v1/documents/route.ts";
import { DELETE as DELETE_ORIGIN } from "#app/v1/embed/origins/[id]/route.ts";
import { GET as LIST_ORIGINS, POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { GET as GET_SESSION, DELETE as REVOKE } from "#app/v1/embed/sessions/[id]/route.ts";
import { POST as POST_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as getLocations } from "#app/v1/locations/route.ts";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { GET as getPayments, POST as postPayment } from "#app/v1/payments/route.ts";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { EMBED_PERMISSIONS } from "#lib/administration/embedding/permissions";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { hashToken } from "#lib/security/credentials/token-hash";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PORTAL = "https://portal.example";
const actor = { id: "partner-7", name: "Robin of the portal" };
let clinic: TestAccount;

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  clinic = await openClinic();
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    forgetSingleton("environment");
  };
});

const register = (origin = PORTAL, headers: Record<string, string> = clinic.headers) =>
  call(POST_ORIGIN, "POST", "/embed/origins", { headers, body: { origin } });
const open = async (given: Record<string, unknown> = {}, headers: Record<string, string> = clinic.headers) =>
  call(POST_SESSION, "POST", "/embed/sessions", {
    headers,
    body: { view: "appointments", origin: PORTAL, actor, ...given },
  });
const bearer = (token: string, page?: string) => ({
  authorization: `Bearer ${token}`,
  ...(page && { "x-embed-session": page }),
});
const locationsBy = (token: string, page?: string) =>
  call(getLocations, "GET", "/locations", { headers: bearer(token, page) });
const revoke = (id: string, headers: Record<string, string> = clinic.headers) =>
  call(REVOKE, "DELETE", `/embed/sessions/${id}`, { headers, params: { id }, body: {} });
const reasonOf = (answer: { headers: Headers }) => answer.headers.get("www-authenticate");
/** Moves the clock forward, past the lifetime of the caches. */
const pass = (milliseconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

describe("origins", () => {
  it("are registered once, listed, and deleted", { tags: "long" }, async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body.embed_origin).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      origin: PORTAL,
      created_at: expect.any(String),
    });
    expect((await register()).body.embed_origin).toEqual(body.embed_origin);
    const list = () => call(LIST_ORIGINS, "GET", "/embed/origins", { headers: clinic.headers });
    expect((await list()).body.embed_origins).toEqual([body.embed_origin]);
    const { id } = body.embed_origin;
    const remove = () =>
      call(DELETE_ORIGIN, "DELETE", `/embed/origins/${id}`, { headers: clinic.headers, params: { id }, body: {} });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await list()).body.embed_origins).toEqual([]);
  });

  it.each([
    "*",
    "null",
    "https://*.portal.example",
    "https://portal.example/",
    "https://portal.example/page",
    "https://user@portal.example",
    "https://PORTAL.example",
    "https://portal.example:443",
    "http://portal.example",
    "javascript:alert(1)",
    "https://portal.example; script-src *",
    "",
  ])("refuse %j", async (origin) => {
    const { status, body } = await register(origin);
    expect([status, body.message]).toEqual([400, expect.stringContaining("origin")]);
  });

  it("may be local only in demo mode", async () => {
    expect((await register("http://localhost:4700")).status).toBe(400);
    vi.stubEnv("DEMO", "on");
    forgetSingleton("environment");
    expect((await register("http://localhost:4700")).status).toBe(201);
    expect((await register("http://127.0.0.1.portal.example")).status).toBe(400);
  });

  it("can be managed only by admins and API clients", async () => {
    expect((await register(PORTAL, await signIn(clinic, "staff"))).status).toBe(403);
    expect((await register(PORTAL, await signIn(clinic, "admin"))).status).toBe(201);
  });
});

describe("sessions", () => {
  it("return a token that is shown once, and a URL without the token", async () => {
    await register();
    const before = Date.now();
    const { status, body, headers } = await open();
    expect([status, headers.get("cache-control")]).toEqual([201, expect.stringContaining("no-store")]);
    const { session_id, token, expires_at, url, ...rest } = body;
    expect(rest).toEqual({ success: true, message: expect.any(String) });
    expect(url).toBe(`http://127.0.0.1:3000/embed/${session_id}`);
    expect(Math.abs(Date.parse(expires_at) - before - 15 * 60_000)).toBeLessThan(5_000);
    const rows = await database.asOwner<{ row: string }>("SELECT to_jsonb(s)::text AS row FROM embed_session s");
    expect(rows.map(({ row }) => row).join()).toContain(hashToken(token));
    const everything = await database.asOwner<{ row: string }>("SELECT to_jsonb(a)::text AS row FROM audit_log a");
    for (const { row } of [...rows, ...everything]) expect(row).not.toContain(token);
  });

  it.each([
    ["an origin that is not registered", { origin: "https://other.example" }, /origin is not registered/],
    ["an unknown view", { view: "audit" }, /view must be one of/],
    ["no actor", { actor: undefined }, /actor/],
    ["a job's view without its job", { view: "job" }, /job_id/],
    ["an unknown operation", { view: "operation", parameters: { operation: "payments:steal" } }, /operation/],
    [
      "a mistyped parameter, which would show more than was meant",
      { view: "jobs", parameters: { patient_mrm: "MRN-1" } },
      /^parameters: patient_mrm is not known to this view, which takes patient_mrn, type, status$/,
    ],
    [
      "a form filled for another patient than its view's",
      {
        view: "operation",
        parameters: { operation: "payments:create", patient_mrn: "MRN-1", values: { patient_mrn: "MRN-2" } },
      },
      /^parameters: values\.patient_mrn must be the patient that patient_mrn names/,
    ],
    [
      "a patient beside the parameters, which would limit nothing",
      { patient_mrn: "MRN-1" },
      /^Unexpected field: patient_mrn$/,
    ],
    [
      "an unknown job type",
      { view: "jobs", parameters: { type: "payments:creat" } },
      /^parameters: type must be one of .*payments:create/,
    ],
    ["an unknown job status", { view: "jobs", parameters: { status: "queued,done" } }, /^parameters: status/],
    [
      "values for unknown fields of the form",
      { view: "operation", parameters: { operation: "payments:create", values: { amountt: 20 } } },
      /^parameters: values may have .*amount.*, not amountt$/,
    ],
    [
      "an unknown variable of a theme",
      { theme: { variables: { accnt: "#0a7" } } },
      /^theme\.variables must name only .*accent/,
    ],
    ["permissions that no API client has", { permissions: ["users:read"] }, /permissions .*users:read/],
    ["the permission to make more sessions", { permissions: ["embed-sessions:create"] }, /permissions/],
    ["the permission to rotate secrets", { permissions: ["api-clients:update"] }, /permissions/],
    ["unknown permissions", { permissions: ["everything"] }, /permissions/],
    ["a theme with an address", { theme: { variables: { canvas: "url(https://x.example)" } } }, /theme/],
    ["a theme with an address of our own scheme", { theme: { variables: { canvas: "URL(//x.example/a)" } } }, /theme/],
    ["a theme that ends its declaration", { theme: { variables: { accent: "red; color: blue" } } }, /theme/],
  ])("refuse %s", async (_what, given, message) => {
    await register();
    const { status, body } = await open(given);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it("are created only by API clients, for their own organization's origins", async () => {
    await register();
    expect((await open({}, await signIn(clinic, "admin"))).status).toBe(403);
    expect((await open({}, await signIn(clinic, "staff"))).status).toBe(403);
    const { body } = await open();
    expect((await open({}, bearer(body.token))).status).toBe(403);
    const other = await makeLinkedAccount();
    expect((await open({}, other.headers)).body.message).toMatch(/not registered/);
  });

  it("can be read with their own token", async () => {
    await register();
    const theme = { scheme: "dark", variables: { accent: "#0a7", "font-text": '"Lato", sans-serif' } };
    const { body } = await open({ parameters: { patient_mrn: "MRN-1" }, theme });
    const { body: second } = await open();
    const read = (id: string, headers: Record<string, string>) =>
      call(GET_SESSION, "GET", `/embed/sessions/${id}`, { headers, params: { id } });
    const { embed_session } = (await read(body.session_id, bearer(body.token))).body;
    expect(embed_session).toMatchObject({
      id: body.session_id,
      view: "appointments",
      parameters: { patient_mrn: "MRN-1" },
      origin: PORTAL,
      actor,
      theme,
      linked_account: { id: clinic.tenant.linkedAccountId },
    });
    expect(embed_session.expires_in).toBeGreaterThan(890);
    expect((await read(second.session_id, bearer(body.token))).status).toBe(404);
    const sibling = await makeSibling(clinic);
    expect((await read(body.session_id, sibling.headers)).status).toBe(404);
    expect((await read(body.session_id, clinic.headers)).status).toBe(200);
  });

  it("are deleted a day after they end", async () => {
    await register();
    const { body } = await open();
    pass(24 * 3_600_000 + 16 * 60_000);
    await open();
    const rows = await database.asOwner("SELECT 1 FROM embed_session WHERE id = $1", [body.session_id]);
    expect(rows).toEqual([]);
  });
});

describe("a token", () => {
  it("allows only the reads of its view", async () => {
    await register();
    const { body } = await open();
    expect((await locationsBy(body.token)).status).toBe(200);
    expect((await call(getDocuments, "GET", "/documents", { headers: bearer(body.token) })).status).toBe(403);
    expect((await call(getPayments, "GET", "/payments", { headers: bearer(body.token) })).status).toBe(403);
    const pay = await call(postPayment, "POST", "/payments", { headers: bearer(body.token), body: aPayment });
    expect(pay.status).toBe(403);
    expect((await register("https://evil.example", bearer(body.token))).status).toBe(403);
    expect((await revoke(body.session_id, bearer(body.token))).status).toBe(403);
  });

  it("has no administrative permission", () => {
    const administers = [...EMBED_PERMISSIONS].filter((permission) =>
      /^(api-clients|audit-log|embed-|linked-accounts|sandbox|saved-views|shift-notes|subscriptions|users|webhook-endpoints)/.test(
        permission,
      ),
    );
    expect(administers).toEqual([]);
    expect(EMBED_PERMISSIONS.size).toBeGreaterThan(30);
  });

  it("writes as the partner's user, for the client that created it, without its own callback URLs", async () => {
    await register();
    const { body } = await open({
      view: "operation",
      parameters: { operation: "payments:create" },
      permissions: ["payments:create"],
    });
    const pay = (payment: unknown) =>
      call(postPayment, "POST", "/payments", { headers: bearer(body.token), body: payment });
    const { status, body: accepted } = await pay(aPayment);
    expect(status).toBe(202);
    const [row] = await database.asOwner<{ actor: unknown; client: string }>(
      "SELECT actor, api_client_id AS client FROM job WHERE id = $1",
      [accepted.job_id],
    );
    expect(row?.actor).toEqual({ kind: "embed", ...actor });
    const [session] = await database.asOwner<{ client: string }>(
      "SELECT api_client_id AS client FROM embed_session WHERE id = $1",
      [body.session_id],
    );
    expect(row?.client).toBe(session?.client);
    const refused = await pay({ ...aPayment, callback_urls: ["https://evil.example/in"] });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("callback_urls")]);
  });

  it("is accepted only in the Authorization header of this interface", async () => {
    await register();
    const { body } = await open();
    const { client_id, client_secret, access_token } = clinic.headers;
    const tried: Record<string, string>[] = [
      { client_id, client_secret, access_token: body.token },
      { client_id, client_secret: body.token, access_token },
      { authorization: `Basic ${body.token}` },
      { authorization: body.token },
      { authorization: `Bearer ${access_token}` },
      { authorization: `Bearer ${client_secret}` },
      { authorization: `Bearer ${hashToken(body.token)}` },
      { authorization: "Bearer embed_x" },
      { authorization: "Bearer" },
      { cookie: `token=${body.token}` },
    ];
    for (const headers of tried) {
      const answer = await call(getLocations, "GET", "/locations", { headers: headers });
      expect(answer.status, JSON.stringify(Object.keys(headers))).toBe(401);
    }
    const session = await signIn(clinic, "admin");
    const both = await call(getPayments, "GET", "/payments", { headers: { ...session, ...bearer("embed_x") } });
    expect(both.status, "a session does not replace an invalid token").toBe(401);
  });

  it("sees only its own account and organization", async () => {
    await register();
    const sibling = await makeSibling(clinic);
    const { body } = await open({ permissions: ["patients:read"] }, sibling.headers);
    const { body: seen } = await call(getPatients, "GET", "/patients", {
      headers: { ...bearer(body.token), "x-linked-account": clinic.tenant.linkedAccountId },
    });
    expect(seen.patients).toEqual([]);
  });

  it("is refused with the reason once it has expired", async () => {
    await register();
    const { body } = await open();
    pass(14 * 60_000);
    expect((await locationsBy(body.token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    const late = await locationsBy(body.token);
    expect(late.status).toBe(401);
    expect(reasonOf(late)).toContain('error_description="expired"');
  });

  it("is refused within seconds of a revocation of its session, origin or client", async () => {
    const { body: registered } = await register();
    const [first, second, third] = [(await open()).body, (await open()).body, (await open()).body];
    expect((await locationsBy(first.token)).status).toBe(200);
    expect((await revoke(first.session_id)).status).toBe(200);
    expect((await revoke(newId())).status).toBe(404);
    pass(2_001);
    const refused = await locationsBy(first.token);
    expect(refused.status).toBe(401);
    expect(reasonOf(refused)).toContain('error_description="revoked"');
    expect((await locationsBy(second.token)).status).toBe(200);
    expect(reasonOf(await locationsBy(second.token, first.session_id)), "the page's own session").toContain("revoked");

    const { id } = registered.embed_origin;
    await call(DELETE_ORIGIN, "DELETE", `/embed/origins/${id}`, { headers: clinic.headers, params: { id }, body: {} });
    vi.setSystemTime(Date.now() + 2_001);
    expect(reasonOf(await locationsBy(second.token))).toContain("revoked");
    expect(reasonOf(await locationsBy(third.token))).toContain("revoked");
    expect((await open()).status).toBe(400);

    await register();
    const { body: fourth } = await open();
    expect((await locationsBy(fourth.token)).status).toBe(200);
    await database.asOwner("UPDATE api_client SET revoked_at = now()");
    vi.setSystemTime(Date.now() + 2_001);
    expect(reasonOf(await locationsBy(fourth.token))).toContain("revoked");
  });
});

describe("the page of a session", () => {
  it("allows framing by its origin, and by none once the session is revoked", async () => {
    await register();
    await register("https://second.example");
    const other = await makeLinkedAccount();
    await register("https://elsewhere.example", other.headers);
    const { body } = await open();
    expect(await findEmbedPage(body.session_id)).toEqual({
      sessionId: body.session_id,
      origin: PORTAL,
      ancestors: [PORTAL, "https://second.example"],
      links: null,
    });
    await revoke(body.session_id);
    expect(await findEmbedPage(body.session_id)).toBeNull();
    for (const id of [newId(), "x", body.token]) expect(await findEmbedPage(id)).toBeNull();
  });
});
