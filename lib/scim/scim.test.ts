import { beforeEach, describe, expect, it } from "vitest";
import { GET as resourceTypes } from "#app/scim/v2/ResourceTypes/route.ts";
import { GET as schemas } from "#app/scim/v2/Schemas/route.ts";
import { GET as config } from "#app/scim/v2/ServiceProviderConfig/route.ts";
import * as user from "#app/scim/v2/Users/[id]/route.ts";
import * as users from "#app/scim/v2/Users/route.ts";
import { GET as getAudit } from "#app/v1/audit-log/route.ts";
import { POST as makeMcpToken } from "#app/v1/mcp-tokens/route.ts";
import { DELETE as revoke } from "#app/v1/scim-tokens/[id]/route.ts";
import { POST as makeToken } from "#app/v1/scim-tokens/route.ts";
import { GET as listPeople } from "#app/v1/users/route.ts";
import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import { newId } from "#lib/kernel/id";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let clinic: TestAccount;
let admin: Record<string, string>;
let token: string;
let tokenId: string;
let email: string;

/** Makes a SCIM token of an organization, as an admin does. */
async function newToken(headers: Record<string, string>, body: object = { name: "Entra ID" }) {
  const made = await call(makeToken, "POST", "/scim-tokens", { headers, body });
  expect(made.status).toBe(201);
  return made.body.scim_token as { id: string; token: string };
}

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  ({ id: tokenId, token } = await newToken(admin));
  email = `${newId()}@clinic.example`;
  return async () => expect(await directoryProblems(database)).toEqual([]);
});

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

interface Asked {
  query?: string;
  id?: string;
  body?: unknown;
  bearer?: string;
  type?: string;
}

/** Calls a route of `/scim/v2` as a directory does. */
async function ask(handler: Handler, method: string, { query = "", id, body, bearer = token, type }: Asked = {}) {
  const request = new Request(`http://127.0.0.1:3000/scim/v2/Users${query}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": type ?? "application/scim+json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = await handler(request, { params: Promise.resolve(id ? { id } : undefined) });
  const text = await answer.text();
  // The server sends this many bytes.
  const announced = answer.headers.get(ANSWER_LENGTH_HEADER);
  if (announced !== null) expect(Number(announced)).toBe(Buffer.byteLength(text));
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

const create = (given: object = {}) =>
  ask(users.POST, "POST", { body: { schemas: [USER], userName: email, ...given } });
const list = (query = "") => ask(users.GET, "GET", { query });
const patch = (id: string, ...Operations: object[]) =>
  ask(user.PATCH, "PATCH", { id, body: { schemas: [PATCH], Operations } });
const people = async (headers = admin) => (await call(listPeople, "GET", "/users", { headers })).body.users;

/** Adds a person with a session and an MCP token. */
async function personAtWork() {
  const id = newId();
  const passwordHash = await hashPassword("correct horse battery");
  await addPeople(clinic.tenant.organizationId, [{ id, email, name: "Robin Lee", passwordHash, role: "staff" }]);
  const [person] = await findPeople(email);
  if (!person) throw new Error("Nobody was added");
  const headers = await signInAgain(clinic.tenant, person.opens, "Firefox on Windows");
  const mcp = { name: "Helper", user_id: id, reads: ["patients:read"], valid_days: 10 };
  expect((await call(makeMcpToken, "POST", "/mcp-tokens", { headers: admin, body: mcp })).status).toBe(201);
  return { id, headers, isIn: async () => (await sessionUser(new Headers(headers))) !== null };
}

const tokensLeft = async (userId: string) =>
  (await database.asOwner("SELECT 1 FROM mcp_token WHERE user_id = $1 AND revoked_at IS NULL", [userId])).length;

describe("a directory", () => {
  it("creates a person, who is invited, and finds them again", async () => {
    const made = await create({
      externalId: "entra-7",
      displayName: "Robin Lee",
      active: true,
      title: "Nurse",
      emails: [{ value: email, primary: true }],
    });
    expect([made.status, made.headers.get("content-type")]).toEqual([201, "application/scim+json; charset=utf-8"]);
    expect(made.body).toEqual({
      schemas: [USER],
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      externalId: "entra-7",
      userName: email,
      displayName: "Robin Lee",
      name: { formatted: "Robin Lee" },
      active: true,
      emails: [{ value: email, type: "work", primary: true }],
      roles: [{ value: "staff", primary: true }],
      meta: {
        resourceType: "User",
        created: expect.any(String),
        location: expect.stringMatching(/\/scim\/v2\/Users\/[0-9a-f]{32}$/),
      },
    });
    expect(made.headers.get("location")).toBe(made.body.meta.location);
    expect(await people()).toContainEqual(expect.objectContaining({ email, name: "Robin Lee", status: "invited" }));
    const { id } = made.body;
    expect((await ask(user.GET, "GET", { id })).body).toEqual(made.body);
    const filters = [`userName eq "${email.toUpperCase()}"`, 'externalId Eq "entra-7"', `id eq "${id}"`];
    for (const filter of filters) {
      const found = await list(`?filter=${encodeURIComponent(filter)}`);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
    const none = await list(`?filter=${encodeURIComponent('userName eq "nobody@clinic.example"')}`);
    expect(none.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
  });

  it("pages the organization's users in one order", async () => {
    for (const name of ["a", "b", "c"]) await create({ userName: `${name}.${email}` });
    const all = (await list()).body;
    expect(all.totalResults).toBe(4);
    const ids = all.Resources.map((each: { id: string }) => each.id);
    const pages = [await list("?startIndex=1&count=3"), await list("?startIndex=4&count=3")];
    expect(pages.flatMap(({ body }) => body.Resources.map((each: { id: string }) => each.id))).toEqual(ids);
    expect((await list("?count=0")).body).toMatchObject({ totalResults: 4, itemsPerPage: 0 });
    expect((await list("?startIndex=x")).status).toBe(400);
  });

  it.each([
    ["Entra ID's text", { op: "Replace", path: "active", value: "False" }],
    ["Okta's object", { op: "replace", value: { active: false } }],
    ["a path in another case", { op: "replace", path: "Active", value: false }],
  ])("signs a person out everywhere at once by %s", async (_whose, operation) => {
    const { id, isIn } = await personAtWork();
    expect(await isIn()).toBe(true);
    const answer = await patch(id, operation);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect(await isIn()).toBe(false);
    expect(await tokensLeft(id)).toBe(0);
    expect(await findPeople(email)).toEqual([]);
    expect((await patch(id, { op: "Replace", path: "active", value: "True" })).body.active).toBe(true);
    expect(await findPeople(email)).toHaveLength(1);
    expect(await isIn()).toBe(false);
  });

  it("replaces a person as a whole, and changes single attributes", async () => {
    const { id } = (await create({ name: { givenName: "Robin", familyName: "Lee" } })).body;
    const put = await ask(user.PUT, "PUT", { id, body: { userName: email, displayName: "R. Lee", active: true } });
    expect(put.body).toMatchObject({ displayName: "R. Lee", active: true });
    const changed = await patch(
      id,
      { op: "Add", path: "externalId", value: "7" },
      { op: "Replace", path: "name.givenName", value: "Robin" },
      { op: "Replace", path: "name.familyName", value: "Reed" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Front" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: email },
    );
    expect(changed.body).toMatchObject({ externalId: "7", displayName: "Robin Reed" });
    const alone = await patch(
      id,
      { op: "replace", path: "name.familyName", value: "Ray" },
      { op: "remove", path: "externalId" },
    );
    expect(alone.body.displayName).toBe("Robin Reed");
    expect(alone.body.externalId).toBeUndefined();
  });

  it("removes a person, who may come back", async () => {
    const { id, isIn } = await personAtWork();
    const removed = await ask(user.DELETE, "DELETE", { id });
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect(await isIn()).toBe(false);
    expect((await ask(user.GET, "GET", { id })).status).toBe(404);
    expect((await ask(user.DELETE, "DELETE", { id })).status).toBe(404);
    expect((await list(`?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.totalResults).toBe(0);
    expect(await people()).toContainEqual(expect.objectContaining({ id, status: "deactivated" }));
    const back = await create({ displayName: "Robin Lee" });
    expect([back.status, back.body.id, back.body.active]).toEqual([201, id, true]);
    expect((await create()).status).toBe(409);
  });

  it("decides on roles only if its token names the one of admins", async () => {
    const plain = await create({ roles: [{ value: "Console admin" }] });
    expect(plain.body.roles).toEqual([{ value: "staff", primary: true }]);
    ({ token } = await newToken(admin, { name: "Okta", admin_role: "Console admin" }));
    const { id } = plain.body;
    const promoted = await patch(id, { op: "Add", path: 'roles[primary eq "True"].value', value: "Console admin" });
    expect(promoted.body.roles).toEqual([{ value: "admin", primary: true }]);
    expect((await patch(id, { op: "replace", value: { active: true } })).body.roles[0].value).toBe("admin");
    expect((await patch(id, { op: "replace", path: "roles", value: [] })).body.roles[0].value).toBe("staff");
  });

  it("cannot shut the last admin out", async () => {
    const [only] = await people();
    await database.asOwner("UPDATE app_user SET deactivated_at = now() WHERE organization_id = $1 AND id <> $2", [
      clinic.tenant.organizationId,
      only.id,
    ]);
    const answer = await patch(only.id, { op: "replace", value: { active: false } });
    expect([answer.status, answer.body]).toEqual([
      409,
      { schemas: [ERROR], status: "409", detail: "The last admin cannot be deactivated; nothing was saved" },
    ]);
  });

  it("sees and changes nobody of another organization, nor their membership there", async () => {
    const other = await makeLinkedAccount();
    const otherAdmin = await signIn(other, "admin");
    const foreign = (await newToken(otherAdmin)).token;
    const { id, isIn } = await personAtWork();
    for (const [handler, method] of [
      [user.GET, "GET"],
      [user.PUT, "PUT"],
      [user.DELETE, "DELETE"],
    ] as const) {
      const answer = await ask(handler, method, { id, bearer: foreign, ...(method === "PUT" ? { body: {} } : {}) });
      expect(answer.status).toBe(404);
    }
    const body = { userName: email, externalId: "7", active: false };
    const same = await ask(users.POST, "POST", { body, bearer: foreign });
    expect([same.status, same.body.active]).toEqual([201, false]);
    expect(await isIn()).toBe(true);
    expect((await list()).body.Resources).not.toContainEqual(expect.objectContaining({ id: same.body.id }));
  });

  it("stands in the audit log with what it changed", async () => {
    const { id } = (await create({ displayName: "Robin Lee" })).body;
    await patch(id, { op: "replace", value: { active: false } });
    await ask(user.DELETE, "DELETE", { id });
    const { audit_log: entries } = (await call(getAudit, "GET", "/audit-log", { headers: admin })).body;
    const mine = entries.filter(({ actor }: { actor: { kind: string } }) => actor.kind === "scim_token");
    expect(mine.map(({ action, route }: { action: string; route: string }) => [action, route])).toEqual([
      ["scim:remove", "DELETE /scim/v2/Users/{id}"],
      ["scim:update", "PATCH /scim/v2/Users/{id}"],
      ["scim:create", "POST /scim/v2/Users"],
    ]);
    expect(mine[1]).toMatchObject({
      actor: { id: tokenId, name: "Entra ID" },
      resource: id,
      detail: { record: "Robin Lee", changed: [{ field: "may_sign_in", from: "true", to: "false" }] },
    });
  });
});

describe("a request that is refused", () => {
  it.each([
    ["an unknown address", { userName: "robin" }, "invalidValue", "userName must be an email address"],
    ["no address", { userName: undefined }, "invalidValue", "userName is required"],
    ["another truth", { active: "maybe" }, "invalidValue", "active must be true or false"],
    ["another id", { externalId: 7 }, "invalidValue", "externalId must be a string"],
  ])("names the attribute: %s", async (_what, given, scimType, detail) => {
    const { status, body } = await create(given);
    expect([status, body]).toEqual([
      400,
      { schemas: [ERROR], status: "400", scimType, detail: expect.stringContaining(detail) },
    ]);
  });

  it.each([
    ['userName co "robin"', "invalidFilter"],
    ["active eq true", "invalidFilter"],
    ['userName eq "a" or userName eq "b"', "invalidFilter"],
    ['userName eq "\\x"', "invalidFilter"],
  ])("is 400 for the filter %s", async (filter, scimType) => {
    const { status, body } = await list(`?filter=${encodeURIComponent(filter)}`);
    expect([status, body.scimType]).toEqual([400, scimType]);
  });

  it("is 400 for operations that are none, 415 for another type and 400 for broken JSON", async () => {
    const { id } = (await create()).body;
    for (const Operations of [[], [{ op: "move", path: "active" }], "x", [{ op: "replace", value: 7 }]]) {
      const answer = await ask(user.PATCH, "PATCH", { id, body: { Operations } });
      expect([answer.status, answer.body.scimType]).toEqual([400, "invalidSyntax"]);
    }
    expect((await ask(users.POST, "POST", { body: "<x/>", type: "text/xml" })).status).toBe(415);
    expect((await ask(users.POST, "POST", { body: "{" })).status).toBe(400);
    expect((await ask(user.POST, "POST", { id, body: {} })).status).toBe(405);
  });

  it("changes nothing if it would change the userName, or give away another's id", async () => {
    const { id } = (await create({ externalId: "7" })).body;
    const renamed = await patch(id, { op: "replace", value: { userName: `x${email}`, active: false } });
    expect([renamed.status, renamed.body.scimType]).toEqual([400, "mutability"]);
    expect((await ask(user.GET, "GET", { id })).body.active).toBe(true);
    const second = await create({ userName: `y${email}`, externalId: "7" });
    expect([second.status, second.body.scimType]).toEqual([409, "uniqueness"]);
    expect((await list()).body.totalResults).toBe(2);
  });

  it("is 401 without a token, with another kind of token, and at once after its revocation", async () => {
    expect((await ask(users.GET, "GET", { bearer: "scim_none" })).status).toBe(401);
    expect((await ask(users.GET, "GET", { bearer: clinic.headers.access_token })).status).toBe(401);
    const params = { id: tokenId };
    const gone = await call(revoke, "DELETE", `/scim-tokens/${tokenId}`, { headers: admin, params });
    expect([gone.status, gone.body.scim_token.status]).toEqual([200, "revoked"]);
    const refused = await ask(users.GET, "GET");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token", error_description="revoked"',
    ]);
    expect(refused.body).toEqual({ schemas: [ERROR], status: "401", detail: "The SCIM token was revoked" });
  });
});

it("its discovery says what is there", async () => {
  expect((await ask(config, "GET")).body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
  expect((await ask(resourceTypes, "GET")).body.Resources).toMatchObject([{ endpoint: "/Users", schema: USER }]);
  expect((await ask(schemas, "GET")).body.Resources).toMatchObject([{ id: USER, name: "User" }]);
});

it("a token is stored hashed and shown once", async () => {
  const [row] = await database.asOwner<{ row: string }>(
    "SELECT to_jsonb(t)::text AS row FROM scim_token t WHERE id = $1",
    [tokenId],
  );
  expect(row?.row).not.toContain(token);
});
