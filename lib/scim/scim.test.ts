import { beforeEach, describe, expect, it } from "vitest";
import { GET as getAudit } from "#app/v1/audit-log/route.ts";
import { POST as makeMcpToken } from "#app/v1/mcp-tokens/route.ts";
import { DELETE as revoke } from "#app/v1/scim-tokens/[id]/route.ts";
import { PATCH as changePerson } from "#app/v1/users/[id]/route.ts";
import { GET as listPeople } from "#app/v1/users/route.ts";
import { newId } from "#lib/kernel/id";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { ENTERPRISE, ERROR, newScimToken, type ScimDirectory, scimDirectory, USER } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

let clinic: TestAccount;
let admin: Record<string, string>;
let token: string;
let tokenId: string;
let email: string;

let directory: ScimDirectory;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  ({ id: tokenId, token } = await newScimToken(admin));
  directory = scimDirectory(token);
  email = `${newId()}@clinic.example`;
  return async () => expect(await directoryProblems(database)).toEqual([]);
});

const create = (given: object = {}) => directory.create({ userName: email, ...given });
const list = (query = "") => directory.ask("GET", `/Users${query}`);
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
      title: "Nurse",
      active: true,
      emails: [{ value: email, primary: true }],
      meta: {
        resourceType: "User",
        created: expect.any(String),
        lastModified: expect.any(String),
        location: expect.stringMatching(/\/scim\/v2\/Users\/[0-9a-f]{32}$/),
        version: expect.stringMatching(/^W\/"/),
      },
    });
    expect(made.headers.get("location")).toBe(made.body.meta.location);
    expect(await people()).toContainEqual(expect.objectContaining({ email, name: "Robin Lee", status: "invited" }));
    const { id } = made.body;
    expect((await directory.read(id)).body).toEqual(made.body);
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
    for (const [query, startIndex, shown] of [
      ["?startIndex=0", 1, 4],
      ["?startIndex=-3&count=2", 1, 2],
      ["?count=-1", 1, 0],
      ["?startIndex=5", 5, 0],
      ["?startIndex=99999999999", 1_000_000_000, 0],
      ["?count=99999999999", 1, 4],
      ["?startIndex=4&count=0", 4, 0],
      [`?startIndex=2&count=1&filter=${encodeURIComponent("userName pr")}`, 2, 1],
      [`?startIndex=9&filter=${encodeURIComponent("userName pr")}`, 9, 0],
    ] as const) {
      const page = { totalResults: 4, startIndex, itemsPerPage: shown };
      expect((await list(query)).body).toMatchObject(page);
    }
  });

  it.each([
    ["Entra ID's text", { op: "Replace", path: "active", value: "False" }],
    ["Okta's object", { op: "replace", value: { active: false } }],
    ["a path in another case", { op: "replace", path: "Active", value: false }],
  ])("signs a person out everywhere at once by %s", async (_whose, operation) => {
    const { id, isIn } = await personAtWork();
    expect(await isIn()).toBe(true);
    const answer = await directory.patch(id, operation);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect(await isIn()).toBe(false);
    expect(await tokensLeft(id)).toBe(0);
    expect(await findPeople(email)).toEqual([]);
    expect((await directory.patch(id, { op: "Replace", path: "active", value: "True" })).body.active).toBe(true);
    expect(await findPeople(email)).toHaveLength(1);
    expect(await isIn()).toBe(false);
  });

  it("replaces a person as a whole, and changes single attributes", async () => {
    const { id } = (await create({ name: { givenName: "Robin", familyName: "Lee" } })).body;
    const put = await directory.replace(id, { userName: email, displayName: "R. Lee", active: true });
    expect(put.body).toMatchObject({ displayName: "R. Lee", active: true });
    const changed = await directory.patch(
      id,
      { op: "Add", path: "externalId", value: "7" },
      { op: "Replace", path: "name.givenName", value: "Robin" },
      { op: "Replace", path: "name.familyName", value: "Reed" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Front" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: email },
    );
    expect(changed.body).toMatchObject({
      externalId: "7",
      displayName: "R. Lee",
      name: { givenName: "Robin", familyName: "Reed" },
    });
    const alone = await directory.patch(
      id,
      { op: "replace", path: "name.familyName", value: "Ray" },
      { op: "remove", path: "externalId" },
      { op: "remove", path: "displayName" },
    );
    expect(alone.body.displayName).toBe("Robin Ray");
    expect(alone.body.externalId).toBeUndefined();
    expect(await people()).toContainEqual(expect.objectContaining({ id, name: "Robin Ray" }));
  });

  it("says when a person was last changed, by whomever, and not by a request that changes nothing", async () => {
    const given = { userName: email, name: { givenName: "Robin", familyName: "Lee" }, title: "Nurse" };
    const made = (await create(given)).body;
    const lastModified = async () => Date.parse((await directory.read(made.id)).body.meta.lastModified);
    const first = await lastModified();
    await directory.replace(made.id, given);
    await directory.patch(made.id, { op: "replace", path: "title", value: "Nurse" });
    expect(await lastModified()).toBe(first);
    await directory.patch(made.id, { op: "replace", path: "title", value: "Head nurse" });
    const second = await lastModified();
    expect(second).toBeGreaterThan(first);
    const params = { id: made.id };
    await call(changePerson, "PATCH", `/users/${made.id}`, { headers: admin, params, body: { name: "R. Lee" } });
    expect(await lastModified()).toBeGreaterThan(second);
    const { body } = await directory.read(made.id);
    expect([body.displayName, body.name, body.meta.created]).toEqual(["R. Lee", given.name, made.meta.created]);
    expect((await directory.replace(made.id, { ...given, displayName: "Robin Lee" })).body.displayName).toBe(
      "Robin Lee",
    );
    expect(await people()).toContainEqual(expect.objectContaining({ id: made.id, name: "Robin Lee" }));
  });

  it("removes a person, who may come back", async () => {
    const { id, isIn } = await personAtWork();
    const removed = await directory.remove(id);
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect(await isIn()).toBe(false);
    expect((await directory.read(id)).status).toBe(404);
    expect((await directory.remove(id)).status).toBe(404);
    expect((await list(`?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.totalResults).toBe(0);
    expect(await people()).toContainEqual(expect.objectContaining({ id, status: "deactivated" }));
    const back = await create({ displayName: "Robin Lee" });
    expect([back.status, back.body.id, back.body.active]).toEqual([201, id, true]);
    expect((await create()).status).toBe(409);
  });

  it("decides on roles only if its token names the one of admins", async () => {
    const { id } = (await create({ roles: [{ value: "Console admin" }] })).body;
    const role = async () => (await people()).find((each: { id: string }) => each.id === id)?.role;
    expect(await role()).toBe("staff");
    const okta = scimDirectory((await newScimToken(admin, { name: "Okta", admin_role: "Console admin" })).token);
    const path = 'roles[primary eq "True"].value';
    const promoted = await okta.patch(id, { op: "Add", path, value: "Console admin" });
    expect(promoted.body.roles).toEqual([{ value: "Console admin" }, { value: "Console admin", primary: true }]);
    expect(await role()).toBe("admin");
    await okta.patch(id, { op: "replace", value: { active: true } });
    expect(await role()).toBe("admin");
    await okta.replace(id, { userName: email });
    expect(await role()).toBe("staff");
    await okta.replace(id, { userName: email, roles: [{ value: "Console admin" }] });
    expect(await role()).toBe("admin");
    await okta.patch(id, { op: "replace", path: "roles", value: [] });
    expect(await role()).toBe("staff");
    const assigned = JSON.stringify({ id: "06b07648", value: "Console admin", displayName: "Admin" });
    await okta.patch(id, { op: "Add", path: "roles", value: [{ value: assigned }] });
    expect(await role()).toBe("admin");
    await okta.patch(id, { op: "Remove", path: "roles", value: [{ value: assigned }] });
    expect(await role()).toBe("staff");
  });

  it("cannot shut the last admin out", async () => {
    const [only] = await people();
    await database.asOwner("UPDATE app_user SET deactivated_at = now() WHERE organization_id = $1 AND id <> $2", [
      clinic.tenant.organizationId,
      only.id,
    ]);
    const answer = await directory.patch(only.id, { op: "replace", value: { active: false } });
    expect([answer.status, answer.body]).toEqual([
      409,
      { schemas: [ERROR], status: "409", detail: "The last admin cannot be deactivated; nothing was saved" },
    ]);
  });

  it("sees and changes nobody of another organization, nor their membership there", async () => {
    const other = await makeLinkedAccount();
    const otherAdmin = await signIn(other, "admin");
    const foreign = scimDirectory((await newScimToken(otherAdmin)).token);
    const { id, isIn } = await personAtWork();
    const answers = [
      await foreign.read(id),
      await foreign.replace(id, { userName: email }),
      await foreign.patch(id, { op: "replace", path: "active", value: false }),
      await foreign.remove(id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const same = await foreign.create({ userName: email, externalId: "7", active: false });
    expect([same.status, same.body.active]).toEqual([201, false]);
    expect(await isIn()).toBe(true);
    expect((await list()).body.Resources).not.toContainEqual(expect.objectContaining({ id: same.body.id }));
  });

  it("stands in the audit log with what it changed", async () => {
    const { id } = (await create({ displayName: "Robin Lee" })).body;
    await directory.patch(id, { op: "replace", value: { active: false } });
    await directory.remove(id);
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
    ["no attribute", 'shoeSize eq "9"'],
    ["no operator", 'userName is "a"'],
    ["an unfinished one", 'userName eq "a" or'],
    ["nothing behind the operator", "userName eq"],
    ["no quotes", "userName eq a"],
    ["no closing quote", 'userName eq "a'],
    ["no closing bracket", '(userName eq "a"'],
    ["a bracket too many", 'userName eq "a")'],
    ["an unknown escape", 'userName eq "\\x"'],
    ["a NUL", 'userName eq "\\u0000"'],
    ["half a character", 'externalId eq "\\ud800"'],
    ["a number", "title eq 7"],
    ["another type", "active eq 7"],
    ["no truth", 'active eq "maybe"'],
    ["no date", 'meta.created gt "yesterday"'],
    ["a whole object", 'name eq "x"'],
    ["many levels", `${"(".repeat(500)}title pr`],
    ["a long text", `title eq "${"x".repeat(3_000)}"`],
    ["values of one value", 'title[type eq "work"] pr'],
  ])("is 400 for a filter with %s", async (_what, filter) => {
    const { status, body } = await directory.find(filter);
    expect([status, body.scimType]).toEqual([400, "invalidFilter"]);
  });

  it("is 400 for operations that are none, 415 for another type and 400 for broken JSON", async () => {
    const { id } = (await create()).body;
    for (const Operations of [[], [{ op: "move", path: "active" }], "x", [{ op: "replace", value: 7 }], undefined]) {
      const answer = await directory.ask("PATCH", `/Users/${id}`, { Operations });
      expect([answer.status, answer.body.scimType]).toEqual([400, "invalidSyntax"]);
    }
    const xml = await directory.ask("POST", "/Users", "<x/>", { type: "text/xml" });
    expect(xml.status).toBe(415);
    for (const body of ["{", "[]", "7", '{"title\\u0000":"x"}']) {
      const broken = await directory.ask("POST", "/Users", body);
      expect([broken.status, broken.body.scimType]).toEqual([400, "invalidSyntax"]);
    }
  });

  it.each([
    ["a NUL", { displayName: "Robin\0Lee" }],
    ["half a character", { displayName: "Robin\ud800" }],
    ["a control character", { title: "Nurse\u0007" }],
    ["a line end in a name", { displayName: "Robin\nLee" }],
    ["an invisible character in a name", { displayName: "Robin\u200b Lee" }],
    ["a mark that turns the text", { nickName: "Robin\u202e" }],
    ["a NUL in the userName", { userName: "robin\0@clinic.example" }],
    ["a long text", { title: "x".repeat(1_001) }],
    ["a long externalId", { externalId: "x".repeat(256) }],
    ["much text", { ims: Array.from({ length: 90 }, (_, index) => ({ value: `${index}${"x".repeat(900)}` })) }],
    ["many values", { ims: Array.from({ length: 101 }, (_, index) => ({ value: `${index}` })) }],
    [
      "two primary values",
      {
        emails: [
          { value: "a", primary: true },
          { value: "b", primary: "True" },
        ],
      },
    ],
    ["a list for a text", { title: ["x"] }],
    ["a text for a name", { name: "Robin Lee" }],
    ["another schema", { schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"] }],
    ["no list of schemas", { schemas: USER }],
  ])("is 400 for %s, and nobody is created", async (_what, given) => {
    const { status, body } = await create(given);
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    expect((await list()).body.totalResults).toBe(1);
  });

  it("is a SCIM error at an unknown address, and for a method that an address does not have", async () => {
    const unknown = ["/Bulk", "/Me", "/Groups/7", "/Users/7/x", "/ResourceTypes/Group", "/Schemas/urn:x", "/x"];
    for (const path of unknown) {
      const { status, body } = await directory.ask("GET", path);
      expect([path, status, body]).toEqual([
        path,
        404,
        { schemas: [ERROR], status: "404", detail: expect.any(String) },
      ]);
    }
    for (const [method, path, allowed] of [
      ["POST", "/Users/7", "GET, PUT, PATCH, DELETE"],
      ["DELETE", "/Users", "GET, POST"],
      ["POST", "/Groups", "GET"],
      ["PUT", "/Schemas", "GET"],
    ] as const) {
      const answer = await directory.ask(method, path, {});
      expect([answer.status, answer.body.schemas, answer.headers.get("allow")]).toEqual([405, [ERROR], allowed]);
    }
    expect((await directory.ask("GET", "/x", undefined, { authorization: "Bearer x" })).status).toBe(401);
  });

  it("is 401 without a token, with another kind of token, and at once after its revocation", async () => {
    for (const bearer of ["scim_none", clinic.headers.access_token ?? "", ""]) {
      expect((await scimDirectory(bearer).ask("GET", "/Users")).status).toBe(401);
    }
    const params = { id: tokenId };
    const gone = await call(revoke, "DELETE", `/scim-tokens/${tokenId}`, { headers: admin, params });
    expect([gone.status, gone.body.scim_token.status]).toEqual([200, "revoked"]);
    const refused = await list();
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token", error_description="revoked"',
    ]);
    expect(refused.body).toEqual({ schemas: [ERROR], status: "401", detail: "The SCIM token was revoked" });
  });
});

it("its discovery says what is there", async () => {
  const get = async (path: string) => (await directory.ask("GET", path)).body;
  expect(await get("/ServiceProviderConfig")).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  });
  const { Resources: types } = await get("/ResourceTypes");
  expect(types).toMatchObject([{ endpoint: "/Users", schema: USER, schemaExtensions: [{ schema: ENTERPRISE }] }]);
  expect(await get("/ResourceTypes/User")).toEqual(types[0]);
  const { Resources: schemas } = await get("/Schemas");
  expect(schemas.map(({ id }: { id: string }) => id)).toEqual([USER, ENTERPRISE]);
  for (const each of schemas) {
    expect(await get(`/Schemas/${each.id}`)).toEqual(each);
    expect(await get(`/Schemas/${encodeURIComponent(each.id)}`)).toEqual(each);
  }
  expect(await get("/Groups")).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
});

it("a token is stored hashed and shown once", async () => {
  const [row] = await database.asOwner<{ row: string }>(
    "SELECT to_jsonb(t)::text AS row FROM scim_token t WHERE id = $1",
    [tokenId],
  );
  expect(row?.row).not.toContain(token);
});
