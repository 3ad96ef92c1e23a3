import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as joinOrganization } from "#app/api/invitation/join/route.ts";
import { POST as switchOrganization } from "#app/api/session/organization/route.ts";
import { POST as registerOrigin } from "#app/v1/embed/origins/route.ts";
import { POST as openView } from "#app/v1/embed/sessions/route.ts";
import { POST as makeMcpToken } from "#app/v1/mcp-tokens/route.ts";
import { POST as makeScimToken } from "#app/v1/scim-tokens/route.ts";
import { newId } from "#lib/kernel/id";
import { IncomingRequest } from "#lib/server/routes/incoming-request";
import type { RouteFunction } from "#lib/server/routes/route-table";
import { sendResponse } from "#lib/server/routes/send-response";
import { membershipsWith } from "#lib/sign-in/find-person";
import { newInvitation } from "#lib/sign-in/invitation";
import { activeMemberships, memberOf } from "#lib/sign-in/person";
import { presentSession } from "#lib/sign-in/session-user";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type Door, openDoor } from "#lib/testing/door";
import { heldTable } from "#lib/testing/held-table";
import type { TestAccount } from "#lib/testing/linked-account";
import { addPeople } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let door: Door;
let clinic: TestAccount;

beforeAll(async () => {
  door = await openDoor(answerOpen);
});
afterAll(() => door.stop());
beforeEach(async () => {
  clinic = await openClinic();
});

/** What the framework answers in the product: the console's requests before and beside `/v1`. */
const OPEN: Record<string, RouteFunction> = {
  "/api/session/organization": switchOrganization,
  "/api/invitation/join": joinOrganization,
};

function answerOpen(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const request = new IncomingRequest(incoming, outgoing, "http://127.0.0.1:3000");
  const answered = OPEN[incoming.url ?? ""]?.(request, { params: Promise.resolve({}) });
  answered?.then((response) => sendResponse(incoming, outgoing, response));
}

interface Write {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: object;
}

/** A credential with a write of its own, and the row by which another process ends it. */
interface Credential {
  write: Write;
  id: string;
}

const payment = (headers: Record<string, string>): Write => ({
  method: "POST",
  path: "/v1/payments",
  headers,
  body: aPayment,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs a new person in. Returns the headers of their session, and their id. */
async function personOf(role: "admin" | "staff") {
  const headers = await signIn(clinic, role);
  const [person] = await database.asOwner<{ id: string }>(
    "SELECT id FROM app_user WHERE organization_id = $1 ORDER BY created_at DESC LIMIT 1",
    [clinic.tenant.organizationId],
  );
  if (!person) throw new Error("Nobody was signed in");
  return { headers, id: person.id };
}

const KINDS: Record<string, () => Promise<Credential>> = {
  client: async () => ({ write: payment(clinic.headers), id: clinic.apiClientId }),
  account: async () => ({ write: payment(clinic.headers), id: clinic.tenant.linkedAccountId }),
  async person() {
    const { headers, id } = await personOf("staff");
    return { write: payment(headers), id };
  },
  async elsewhere() {
    const { headers, id } = await personElsewhere();
    return { write: payment(headers), id };
  },
  async switching() {
    const { headers, id, home } = await personElsewhere();
    const body = { organization_id: home.tenant.organizationId };
    return { write: { method: "POST", path: "/api/session/organization", headers, body }, id };
  },
  async joining() {
    const { headers, id, email } = await personElsewhere();
    const body = { token: await invitationOf(email) };
    return { write: { method: "POST", path: "/api/invitation/join", headers, body }, id };
  },
  async admin() {
    const { headers, id } = await personOf("admin");
    const body = { name: "Portal", email: `${newId()}@clinic.example`, role: "admin" };
    return { write: { method: "POST", path: "/v1/users", headers, body }, id };
  },
  async view() {
    await call(registerOrigin, "POST", "/embed/origins", {
      headers: clinic.headers,
      body: { origin: "https://portal.example" },
    });
    const { body } = await call(openView, "POST", "/embed/sessions", {
      headers: clinic.headers,
      body: {
        view: "operation",
        parameters: { operation: "payments:create" },
        permissions: ["payments:create"],
        origin: "https://portal.example",
        actor: { id: "partner-7", name: "Robin" },
      },
    });
    return { write: payment(bearer(body.token)), id: body.session_id };
  },
  async assistant() {
    const admin = await signIn(clinic, "admin");
    const { id: userId } = await personOf("staff");
    const body = {
      name: "Scribe",
      user_id: userId,
      valid_days: 30,
      reads: ["payments:read"],
      drafts: ["payments:create"],
    };
    const { mcp_token } = (await call(makeMcpToken, "POST", "/mcp-tokens", { headers: admin, body })).body;
    const headers = { ...bearer(mcp_token.token), accept: "application/json, text/event-stream" };
    const params = { name: "draft_payments_create", arguments: aPayment };
    return {
      write: { method: "POST", path: "/mcp", headers, body: { jsonrpc: "2.0", id: 1, method: "tools/call", params } },
      id: mcp_token.id,
    };
  },
  async directory() {
    const admin = await signIn(clinic, "admin");
    const { scim_token } = (
      await call(makeScimToken, "POST", "/scim-tokens", { headers: admin, body: { name: "Entra ID" } })
    ).body;
    const body = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: `${newId()}@clinic.example`,
    };
    return {
      write: { method: "POST", path: "/scim/v2/Users", headers: bearer(scim_token.token), body },
      id: scim_token.id,
    };
  },
};

/**
 * A person of several organizations, whose password is kept at another one than that of their session. Returns the
 * headers of the session, the id of the user there, and the account there and at home.
 */
async function personElsewhere() {
  const home = await openClinic();
  const [homeId, id] = [newId(), newId()];
  const email = `${id}@clinic.example`;
  const common = { email, name: "Robin", homeUserId: homeId, homeOrganizationId: home.tenant.organizationId };
  await addPeople(home.tenant.organizationId, [{ ...common, id: homeId, role: "staff", passwordHash: "one" }]);
  await addPeople(clinic.tenant.organizationId, [{ ...common, id, role: "staff" }]);
  const [there, here] = activeMemberships(homeId, await membershipsWith(email));
  if (!here || !there) throw new Error("Nobody is there");
  const headers = await signInAgain(clinic.tenant, memberOf(here.user, there.user), "Firefox on Windows");
  return { headers, id, email, home };
}

/** An invitation of somebody at an organization that they do not belong to. Returns its token. */
async function invitationOf(email: string): Promise<string> {
  const { tenant } = await openClinic();
  const { token, hash, expiresAt } = newInvitation();
  const invited = { id: newId(), email, name: "Robin", role: "staff" as const };
  await addPeople(tenant.organizationId, [{ ...invited, invitationHash: hash, invitationExpiresAt: expiresAt }]);
  return token;
}

const AT_HOME = (change: string) =>
  `UPDATE app_user SET ${change} WHERE id = (SELECT home_user_id FROM app_user WHERE id = $1)`;

/** Each end of a credential, as another process commits it: nothing tells this one of it. */
const ENDS: [what: string, kind: keyof typeof KINDS, sql: string, status: number][] = [
  ["an API client that is revoked", "client", "UPDATE api_client SET revoked_at = now() WHERE id = $1", 401],
  ["an API client with another secret", "client", "UPDATE api_client SET secret_hash = 'other' WHERE id = $1", 401],
  ["another access token", "account", "UPDATE linked_account SET access_token_hash = 'other' WHERE id = $1", 401],
  ["a deactivated person", "person", "UPDATE app_user SET deactivated_at = now() WHERE id = $1", 401],
  ["a person signed out everywhere", "person", "UPDATE app_user SET session_version = 9 WHERE id = $1", 401],
  ["a session that is ended", "person", "DELETE FROM app_session WHERE user_id = $1", 401],
  ["a deactivated admin", "admin", "UPDATE app_user SET deactivated_at = now() WHERE id = $1", 401],
  ["an admin who is made staff", "admin", "UPDATE app_user SET role = 'staff' WHERE id = $1", 403],
  ["a view whose session is revoked", "view", "UPDATE embed_session SET revoked_at = now() WHERE id = $1", 401],
  [
    "a view whose client is revoked",
    "view",
    "UPDATE api_client SET revoked_at = now() WHERE id = (SELECT api_client_id FROM embed_session WHERE id = $1)",
    401,
  ],
  ["an MCP token that is revoked", "assistant", "UPDATE mcp_token SET revoked_at = now() WHERE id = $1", 401],
  [
    "an MCP token of a deactivated person",
    "assistant",
    "UPDATE app_user SET deactivated_at = now() WHERE id = (SELECT user_id FROM mcp_token WHERE id = $1)",
    401,
  ],
  ["a SCIM token that is revoked", "directory", "UPDATE scim_token SET revoked_at = now() WHERE id = $1", 401],
];

/** The ends of the session of a person whose password is kept at another organization. */
const ELSEWHERE: typeof ENDS = (["elsewhere", "switching", "joining"] as const).flatMap((kind): typeof ENDS => [
  [`a new password at home: ${kind}`, kind, AT_HOME("password_hash = 'other'"), 401],
  [`credentials taken at home: ${kind}`, kind, AT_HOME("credentials_version = credentials_version + 1"), 401],
  [`a deactivated person: ${kind}`, kind, "UPDATE app_user SET deactivated_at = now() WHERE id = $1", 401],
  [`a person signed out everywhere: ${kind}`, kind, "UPDATE app_user SET session_version = 9 WHERE id = $1", 401],
  [`a session that is ended: ${kind}`, kind, "DELETE FROM app_session WHERE user_id = $1", 401],
]);
ENDS.push(...ELSEWHERE);

const credential = (kind: string): Promise<Credential> => {
  const make = KINDS[kind];
  if (!make) throw new Error(kind);
  return make();
};

const STORED = `SELECT (SELECT count(*) FROM payment) + (SELECT count(*) FROM job) + (SELECT count(*) FROM draft)
  + (SELECT count(*) FROM app_user) + (SELECT count(*) FROM audit_log WHERE status < 400) AS count`;
const stored = async () => (await database.asOwner<{ count: string }>(STORED))[0]?.count;

function headOf({ method, path, headers, body }: Write): [head: string, body: string] {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: "127.0.0.1:3000",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
    ...headers,
  }).map((pair) => pair.join(": "));
  return [[`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"), text];
}

/** Sends the head of a write, and resolves once the server has judged it and waits for the body. */
async function sendHead(write: Write) {
  const before = door.latest();
  const connection = door.connect();
  const [head, body] = headOf(write);
  connection.send(head);
  // What goes to the framework is judged when its body is there. The session is as well known as to its page before.
  const isAwaited = () => write.path in OPEN || (door.latest()?.listenerCount("readable") ?? 0) > 0;
  await expect.poll(() => door.latest() !== before && isAwaited()).toBe(true);
  if (write.path in OPEN) await presentSession(write.headers.cookie ?? null);
  return { connection, body };
}

/** The status of a refusal: of a tool's, which is within the answer, the one that its message stands for. */
function statusOf(answer: string): number {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const isRefusal = answer.includes('"isError":true') && answer.includes("Missing or invalid credentials");
  return status === 200 && isRefusal ? 401 : status;
}

describe("a credential that ends between a request's head and its body", () => {
  it.each(Object.keys(KINDS))("%s: takes effect while it stands", async (kind) => {
    const { write } = await credential(kind);
    const { connection, body } = await sendHead(write);
    const before = await stored();
    connection.send(body);
    expect([200, 201, 202]).toContain(statusOf(await connection.ended()));
    expect(Number(await stored())).toBeGreaterThan(Number(before));
  });

  it.each(ENDS)("%s", async (_what, kind, sql, status) => {
    const { write, id } = await credential(kind);
    const { connection, body } = await sendHead(write);
    await database.asOwner(sql, [id]);
    const before = await stored();
    connection.send(body);
    const answer = await connection.ended();
    expect(statusOf(answer), answer).toBe(status);
    expect(answer).not.toContain("set-cookie: crc.session=");
    expect(await stored()).toBe(before);
  });
});

/** A draft locks its own token, so that a revocation waits for the end of its transaction. */
const UNLOCKED = ENDS.filter(([what]) => what !== "an MCP token that is revoked");

describe("a credential that ends while its write waits for a lock", () => {
  it.each(UNLOCKED)("%s", async (_what, kind, sql, status) => {
    const { write, id } = await credential(kind);
    const { connection, body } = await sendHead(write);
    const before = await stored();
    // Each write ends with its audit entry; but what begins a session or joins an organization holds its user before.
    const holdsUser = write.path in OPEN;
    const held = holdsUser
      ? await heldTable(database.ownerUrl, "app_user", "EXCLUSIVE")
      : await heldTable(database.ownerUrl, "audit_log");
    connection.send(body);
    await held.waitedFor(1);
    await held.change(sql, [id]);
    await held.letGo();
    const answer = await connection.ended();
    expect(statusOf(answer), answer).toBe(status);
    expect(await stored()).toBe(before);
  });
});

it("refuses the caller who was cut off alone, of those whose writes share a transaction", async () => {
  const { write, id } = await credential("person");
  const asked = [write, payment(clinic.headers), payment(clinic.headers)];
  const sent: Awaited<ReturnType<typeof sendHead>>[] = [];
  for (const each of asked) sent.push(await sendHead(each));
  const held = await heldTable(database.ownerUrl, "audit_log");
  for (const { connection, body } of sent) connection.send(body);
  await held.waitedFor(1);
  await database.asOwner("UPDATE app_user SET deactivated_at = now() WHERE id = $1", [id]);
  await held.letGo();
  const statuses = await Promise.all(sent.map(async ({ connection }) => statusOf(await connection.ended())));
  expect(statuses).toEqual([401, 202, 202]);
});
