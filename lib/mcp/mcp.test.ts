import type { Client } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DELETE as revoke } from "#app/v1/mcp-tokens/[id]/route.ts";
import { GET as listTokens, POST as makeToken } from "#app/v1/mcp-tokens/route.ts";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { PATCH as changeUser } from "#app/v1/users/[id]/route.ts";
import { GET as listUsers } from "#app/v1/users/route.ts";
import { operationIds } from "#lib/catalog/catalog";
import { hashToken } from "#lib/security/credentials/token-hash";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type McpServer, startMcpServer } from "#lib/testing/mcp-server";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;
/** A colleague of the admin, and the id by which tokens name them. */
let staff: Record<string, string>;
let staffId: string;
let server: McpServer;

beforeAll(async () => {
  [clinic, server] = await Promise.all([openClinic(), startMcpServer()]);
  admin = await signIn(clinic, "admin");
  staff = await signIn(clinic, "staff");
  const { users } = (await call(listUsers, "GET", "/users", { headers: admin })).body;
  staffId = users.find(({ role }: { role: string }) => role === "staff").id;
});
afterAll(() => server.stop());
afterEach(async () => {
  vi.useRealTimers();
  expect(await directoryProblems(database)).toEqual([]);
});

const EVERYTHING = { reads: [...MCP_READ_PERMISSIONS], drafts: [...operationIds] };

const make = async (given: Record<string, unknown> = {}) => {
  const body = { name: "Scribe", user_id: staffId, valid_days: 30, ...EVERYTHING, ...given };
  return call(makeToken, "POST", "/mcp-tokens", { headers: admin, body });
};
const tokenWith = async (given: Record<string, unknown> = {}) => (await make(given)).body.mcp_token;
const connect = async (given: Record<string, unknown> = {}): Promise<Client> =>
  server.connect((await tokenWith(given)).token);

type Body = Record<string, unknown>;
const use = async (client: Client, name: string, given: Body = {}) => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
  const [part] = content as { text: string }[];
  const body: Body = JSON.parse(part?.text ?? "");
  expect([content, structuredContent]).toEqual([[{ type: "text", text: JSON.stringify(body) }], undefined]);
  return { isError: isError === true, body };
};

/** Calls a tool of every token: what is listed is kept by clients for a minute. */
const anything = (client: Client) => client.callTool({ name: "search_documentation", arguments: { query: "drafts" } });

const counts = async () => {
  const [row] = await database.asOwner<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM job) AS jobs, (SELECT count(*)::int FROM draft) AS drafts,
            (SELECT count(*)::int FROM audit_log WHERE status = 201 AND action LIKE '%:draft') AS entries`,
  );
  return row as { jobs: number; drafts: number; entries: number };
};

describe("a token", () => {
  it("is shown once, stored hashed, and named in the list by its person and scopes", async () => {
    const { token, ...kept } = await tokenWith({ reads: ["patients:read"], drafts: ["payments:create"] });
    expect(token).toMatch(/^mcp_.{43}$/);
    expect(kept).toMatchObject({ name: "Scribe", user_id: staffId, status: "active", last_used_at: null });
    expect(kept).toMatchObject({ reads: ["patients:read"], drafts: ["payments:create"] });
    const { body } = await call(listTokens, "GET", "/mcp-tokens", { headers: admin });
    expect(body.mcp_tokens.at(-1)).toEqual(kept);
    const [row] = await database.asOwner<{ row: string }>(
      "SELECT to_jsonb(t)::text AS row FROM mcp_token t WHERE id = $1",
      [kept.id],
    );
    expect(row?.row).toContain(hashToken(token));
    expect(row?.row).not.toContain(token);
  });

  it.each([
    [{ user_id: "7" }, 404, "Active person with this user_id not found"],
    [{ reads: ["users:read"] }, 400, "reads must be an array of kinds of record that an MCP token may read"],
    [{ drafts: ["payments"] }, 400, "drafts must be an array of ids of operations"],
    [{ valid_days: 366 }, 400, "valid_days must be a whole number of days from 1 to 365"],
    [{ name: "" }, 400, "name must be a non-empty string"],
  ])("is not made with %o", async (given, status, message) => {
    const answer = await make(given);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
  });

  it("is made and revoked by admins alone", async () => {
    const { id } = await tokenWith();
    const body = { name: "Own", user_id: staffId, valid_days: 1, ...EVERYTHING };
    for (const headers of [staff, clinic.headers]) {
      expect((await call(makeToken, "POST", "/mcp-tokens", { headers, body })).status).toBe(403);
      expect((await call(listTokens, "GET", "/mcp-tokens", { headers })).status).toBe(403);
      expect((await call(revoke, "DELETE", `/mcp-tokens/${id}`, { headers, params: { id } })).status).toBe(403);
    }
  });

  it("opens /mcp alone, and nothing else opens /mcp", async () => {
    const { token } = await tokenWith();
    const headers = { authorization: `Bearer ${token}` };
    expect((await call(getPatients, "GET", "/patients", { headers })).status).toBe(401);
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const post = async (given: Record<string, string>) => {
      const sent = { "content-type": "application/json", accept: "application/json, text/event-stream", ...given };
      const answer = await fetch(server.url, { method: "POST", headers: sent, body: message });
      return [answer.status, answer.headers.get("www-authenticate")];
    };
    const refused = [401, 'Bearer error="invalid_token", error_description="unknown"'];
    expect(await post({ ...clinic.headers })).toEqual([401, "Bearer"]);
    expect(await post({ cookie: admin.cookie ?? "" })).toEqual([401, "Bearer"]);
    expect(await post({ authorization: "Bearer mcp_unknown" })).toEqual(refused);
    expect(await post({ ...headers, origin: "https://elsewhere.example" })).toEqual([403, null]);
    expect(await post(headers)).toEqual([200, null]);
  });

  it("is refused at once when it is revoked, and when its time is over", async () => {
    const { id, token } = await tokenWith();
    const client = await server.connect(token);
    await client.listTools();
    const revoked = await call(revoke, "DELETE", `/mcp-tokens/${id}`, { headers: admin, params: { id } });
    expect([revoked.status, revoked.body.mcp_token.status]).toEqual([200, "revoked"]);
    await expect(anything(client)).rejects.toThrow("revoked");
    const short = await tokenWith({ valid_days: 1 });
    const brief = await server.connect(short.token);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_001 });
    await expect(anything(brief)).rejects.toThrow("has ended");
  });

  it("ends for good once its person is deactivated, and never allows more than they may", async () => {
    const client = await connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("read_patients");
    // Staff may not see webhook endpoints.
    expect(names).not.toContain("read_webhook_endpoints");
    const refused = await use(client, "read_webhook_endpoints");
    expect(refused.body.message).toBe("Not allowed: this needs the permission webhook-endpoints:read");
    const change = (active: boolean) =>
      call(changeUser, "PATCH", `/users/${staffId}`, { headers: admin, params: { id: staffId }, body: { active } });
    await change(false);
    await expect(anything(client)).rejects.toThrow("no access any more");
    const { body } = await call(listTokens, "GET", "/mcp-tokens", { headers: admin });
    expect(body.mcp_tokens.at(-1).status).toBe("revoked");
    await change(true);
    await expect(anything(client)).rejects.toThrow("no access any more");
  });
});

describe("the tools that read", () => {
  it("are those of the token's scopes, with the parameters of the interface", async () => {
    const client = await connect({ reads: ["patients:read", "claims:read"], drafts: [] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "read_claims",
      "read_patient_matches",
      "read_patients",
      "read_patients_by_mrn",
      "search_documentation",
    ]);
    const claims = tools.find(({ name }) => name === "read_claims");
    expect(claims?.annotations?.readOnlyHint).toBe(true);
    expect(claims?.inputSchema).toMatchObject({ type: "object" });
    expect(Object.keys(claims?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(["service_date", "claim_ids", "patient_mrn", "limit", "cursor"]),
    );
  });

  it("answer as /v1 does, for the token's account alone, with an audit entry", async () => {
    const client = await connect({ reads: ["patients:read"] });
    const { body } = await use(client, "read_patients", { query: "Ana" });
    const direct = await call(getPatients, "GET", "/patients?query=Ana", { headers: clinic.headers });
    expect(body).toEqual(direct.body);
    const [entry] = await database.asOwner<Body>(
      "SELECT actor, action, route FROM audit_log WHERE actor ->> 'kind' = 'mcp_token' ORDER BY at DESC LIMIT 1",
    );
    expect(entry).toMatchObject({ action: "patients:read", route: "GET /patients", actor: { name: "Pat (Scribe)" } });
    const other = await makeSibling(clinic);
    const stranger = await makeLinkedAccount();
    for (const { tenant } of [other, stranger]) {
      const headers = await signIn({ tenant }, "admin");
      const { users } = (await call(listUsers, "GET", "/users", { headers })).body;
      const user_id = users.at(-1).id;
      const made = await call(makeToken, "POST", "/mcp-tokens", {
        headers,
        body: { name: "Elsewhere", user_id, valid_days: 1, ...EVERYTHING },
      });
      const elsewhere = await server.connect(made.body.mcp_token.token);
      expect((await use(elsewhere, "read_patients", { query: "Ana" })).body.patients).toEqual([]);
      expect((await use(elsewhere, "read_patients_by_mrn", { mrn: "MRN-1" })).isError).toBe(true);
    }
  });

  it("take lists, numbers and booleans, and read 50 rows by default", async () => {
    const client = await connect();
    const { body } = await use(client, "read_patients", { mrns: ["MRN-1", "MRN-2"], include_total: true, limit: 1 });
    expect(body).toMatchObject({ patients: [{}], total: 2, next_cursor: expect.any(String) });
  });

  it.each([
    ["read_patients", { querry: "Ana" }, "querry"],
    ["read_patients", { limit: 0 }, "limit"],
    ["read_patients", { query: { is: "Ana" } }, "query"],
    ["read_patients_by_mrn", {}, "mrn"],
  ])("name the argument at fault: %s %o", async (name, given, field) => {
    const { isError, body } = await use(await connect(), name, given);
    expect([isError, body.success, body.errors]).toEqual([true, false, [expect.objectContaining({ field })]]);
  });

  it("all answer", { tags: "long" }, async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const days = { start_date: "2020-01-01", end_date: "2100-01-01" };
    const given: Record<string, Body> = {
      read_appointments: days,
      read_availability: { start_date: "2026-03-02", end_date: "2026-03-03" },
    };
    const named = tools.filter(({ name, inputSchema }) => given[name] || !inputSchema.required?.length);
    expect(named.length).toBeGreaterThan(15);
    for (const { name } of named.filter(({ name: each }) => each.startsWith("read_"))) {
      expect([name, (await use(client, name, given[name])).isError]).toEqual([name, false]);
    }
    await use(client, "draft_payments_create", aPayment);
  });

  it("are resources as well", async () => {
    const client = await connect({ reads: ["patients:read", "locations:read"] });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).sort()).toEqual([
      "records:///locations",
      "records:///patient-matches",
      "records:///patients",
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["records:///patients/{mrn}"]);
    const { contents } = await client.readResource({ uri: "records:///patients/MRN-1" });
    const [content] = contents as { text: string }[];
    expect(JSON.parse(content?.text ?? "")).toMatchObject({ patient: { mrn: "MRN-1" } });
    await expect(client.readResource({ uri: "records:///patients/nobody" })).rejects.toThrow("Patient not found");
    await expect(client.readResource({ uri: "records:///claims" })).rejects.toThrow("claims:read");
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow("Unknown resource");
  });
});

describe("the tools that draft", () => {
  it("store a draft and its audit entry, and no job", async () => {
    const client = await connect();
    const before = await counts();
    const { isError, body } = await use(client, "draft_payments_create", aPayment);
    expect([isError, body.sent]).toEqual([false, false]);
    expect(await counts()).toEqual({ jobs: before.jobs, drafts: before.drafts + 1, entries: before.entries + 1 });
    const [row] = await database.asOwner<Body>("SELECT operation, fields, patient_mrn FROM draft WHERE id = $1", [
      body.draft_id,
    ]);
    expect(row).toEqual({ operation: "payments:create", fields: aPayment, patient_mrn: "MRN-1" });
    // A repeated call, as after a lost answer, makes no second draft.
    const again = await Promise.all([
      use(client, "draft_payments_create", aPayment),
      use(client, "draft_payments_create", aPayment),
    ]);
    expect(again.map((answer) => answer.body.draft_id)).toEqual([body.draft_id, body.draft_id]);
    expect((await counts()).drafts).toBe(before.drafts + 1);
  });

  it("exist for every operation, and are listed by the token's scope", async () => {
    const client = await connect({ reads: [], drafts: ["payments:create"] });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "search_documentation",
      "draft_payments_create",
    ]);
    const all = (await (await connect()).listTools()).tools.filter(({ name }) => name.startsWith("draft_"));
    expect(all).toHaveLength(operationIds.length);
    expect(all.every(({ annotations }) => annotations?.destructiveHint === false)).toBe(true);
    const refused = await use(client, "draft_tasks_create", { patient_mrn: "MRN-1", description: "Call" });
    expect([refused.isError, refused.body.message]).toEqual([
      true,
      "Not allowed: this needs the permission tasks:create:draft",
    ]);
  });

  it("know the patient of the record that an operation changes", async () => {
    const client = await connect();
    const [found] = await database.asOwner<{ id: string; patient_mrn: string }>(
      "SELECT replace(id::text, '-', '') AS id, patient_mrn FROM referral WHERE linked_account_id = $1 LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    const { body } = await use(client, "draft_referrals_update", { id: found?.id, notes: "Letter arrived" });
    const [row] = await database.asOwner<Body>("SELECT fields, patient_mrn FROM draft WHERE id = $1", [body.draft_id]);
    expect(row).toEqual({ fields: { id: found?.id, notes: "Letter arrived" }, patient_mrn: found?.patient_mrn });
  });

  it.each([
    ["draft_payments_create", { ...aPayment, amount: -1 }, "amount"],
    ["draft_payments_create", { ...aPayment, amout: 1 }, "amout"],
    ["draft_payments_create", { ...aPayment, callback_urls: ["https://a.example"] }, "callback_urls"],
    ["draft_payments_create", { ...aPayment, location: undefined }, "location"],
    ["draft_order_catalog_fetch", { type: "lab", page: 2 }, "page"],
    ["draft_referrals_update", { notes: "Whose?" }, "id"],
    ["draft_referrals_update", { id: "7", notes: "Whose?" }, "id"],
    ["draft_appointments_update", { emr_appointment_id: "APT-0", status: "ARR" }, "emr_appointment_id"],
  ])("name the field at fault: %s %o", async (name, given, field) => {
    const client = await connect();
    const before = await counts();
    const { isError, body } = await use(client, name, given);
    expect([isError, body.errors]).toEqual([true, expect.arrayContaining([expect.objectContaining({ field })])]);
    expect(await counts()).toEqual(before);
  });

  it("stop when a hundred drafts of the token wait", { tags: "long" }, async () => {
    const client = await connect();
    for (let number = 0; number < 100; number++) {
      expect((await use(client, "draft_payments_create", { ...aPayment, notes: `${number}` })).isError).toBe(false);
    }
    const { body } = await use(client, "draft_payments_create", aPayment);
    expect(body.message).toBe("100 drafts of this token wait for a person already: nothing was drafted");
  });
});

describe("the endpoint", () => {
  it("counts each message against the token's own limit", async () => {
    const { token } = await tokenWith();
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const remaining = async () => {
      const answer = await fetch(server.url, { method: "POST", headers, body });
      return Number(answer.headers.get("ratelimit-remaining"));
    };
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });

  it("answers other methods and text that is no message with a 4xx", async () => {
    const { token } = await tokenWith();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "*/*" };
    expect((await fetch(server.url, { headers })).status).toBe(405);
    expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(405);
    for (const body of ["[]", "{}", "{", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}']) {
      const { status } = await fetch(server.url, { method: "POST", headers, body });
      expect([400, 406], body).toContain(status);
    }
    const client = await server.connect(token);
    await expect(client.callTool({ name: "write_payments" })).rejects.toThrow("Unknown tool");
  });
});
