import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATCH as CHANGE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as CREATE_CLIENT } from "#app/v1/api-clients/route.ts";
import { DELETE as DELETE_ORIGIN } from "#app/v1/embed/origins/[id]/route.ts";
import { POST as CREATE_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { GET as READ_SESSION } from "#app/v1/embed/sessions/[id]/route.ts";
import { GET as DIRECTORY } from "#app/v1/emr-directory/route.ts";
import { POST as LINK } from "#app/v1/link-tokens/[id]/account/route.ts";
import { GET as READ, DELETE as REVOKE } from "#app/v1/link-tokens/[id]/route.ts";
import { POST as EXCHANGE } from "#app/v1/link-tokens/exchange/route.ts";
import { POST as CREATE, GET as LIST } from "#app/v1/link-tokens/route.ts";
import { PATCH as CHANGE_ACCOUNT } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK_BY_ADMIN, GET as LIST_ACCOUNTS } from "#app/v1/linked-accounts/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { newId } from "#lib/kernel/id";
import { hashToken } from "#lib/security/credentials/token-hash";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const ORIGIN = "https://portal.example";
let clinic: TestAccount;
let admin: Record<string, string>;

type Headers = Record<string, string>;
const withoutAccount = ({ headers: { client_id, client_secret } }: Pick<TestAccount, "headers">): Headers => ({
  client_id,
  client_secret,
});
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const ASKED = { user_id: "customer-12", organization_name: "Elm Street", origin: ORIGIN };
const create = (body: object = ASKED, headers: Headers = withoutAccount(clinic)) =>
  call(CREATE, "POST", "/link-tokens", { headers, body });
const created = async (body: object = ASKED) =>
  (await create(body)).body as { link_token_id: string; link_token: string };
const read = (id: string, headers: Headers) => call(READ, "GET", `/link-tokens/${id}`, { headers, params: { id } });
const SANDBOX = { name: "Elm Street", emr_type: "sandbox", timezone: "America/New_York" };
const link = (
  { link_token_id: id, link_token }: { link_token_id: string; link_token: string },
  body: object = {},
  headers: Headers = {},
) =>
  call(LINK, "POST", `/link-tokens/${id}/account`, {
    headers: { ...bearer(link_token), ...headers },
    params: { id },
    body: { ...SANDBOX, ...body },
  });
const exchange = (public_token: unknown, headers: Headers = withoutAccount(clinic)) =>
  call(EXCHANGE, "POST", "/link-tokens/exchange", { headers, body: { public_token } });
const accounts = async () =>
  (await call(LIST_ACCOUNTS, "GET", "/linked-accounts", { headers: admin })).body.linked_accounts;
const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  await call(CREATE_ORIGIN, "POST", "/embed/origins", { headers: admin, body: { origin: ORIGIN } });
  return () => vi.useRealTimers();
});

describe("a link token", () => {
  it("is made by the client's id and secret alone, and links one EMR, whose access token the back end gets", async () => {
    const made = await create({ ...ASKED, writes: ["payments:create", "tasks:create"] });
    expect(told(made)).toEqual([201, "Link token created"]);
    const { link_token_id: id, link_token, url } = made.body;
    expect(url).toMatch(new RegExp(`/embed/${id}#${link_token}$`));
    const shown = (await read(id, bearer(link_token))).body.link_token;
    expect(shown).toMatchObject({
      state: "open",
      asked_by: "Test client",
      origin: ORIGIN,
      redirect_url: null,
      linked_account_id: null,
      writes: [{ operation: "payments:create" }, { operation: "tasks:create" }],
    });
    expect(shown.consent.join(" ")).toContain("Test clinic, whose accounts share documents");
    const linked = await link(made.body, { writes: ["payments:create"] });
    expect(told(linked)).toEqual([201, "EMR linked"]);
    expect(linked.body).not.toHaveProperty("access_token");
    const answer = await exchange(linked.body.public_token);
    expect(answer.body).toMatchObject({
      access_token_reference_id: "customer-12",
      linked_account_id: linked.body.linked_account_id,
    });
    const { access_token } = answer.body;
    const found = await call(LOCATIONS, "GET", "/locations", { headers: { ...clinic.headers, access_token } });
    expect(found.status).toBe(200);
    expect((await accounts()).at(-1)).toMatchObject({
      id: linked.body.linked_account_id,
      writes: ["payments:create"],
      access_token_reference_id: "customer-12",
    });
    expect((await read(id, withoutAccount(clinic))).body.link_token.state).toBe("exchanged");
  });

  it("leaves what was agreed to, by whom and in which words, in the audit log", async () => {
    const made = await created({ ...ASKED, writes: ["payments:create"] });
    const { linked_account_id } = (await link(made, { writes: ["payments:create"] })).body;
    const [entry] = await database.asOwner<{ detail: unknown; actor: unknown; resource: string }>(
      "SELECT detail, actor, resource FROM audit_log WHERE organization_id = $1 AND route = 'POST /link-tokens/{id}/account'",
      [clinic.tenant.organizationId],
    );
    expect(entry).toEqual({
      actor: { kind: "embed", id: "customer-12", name: "Elm Street" },
      resource: linked_account_id,
      detail: {
        switched_on: ["payments:create"],
        agreed_to: [
          expect.stringMatching(/^Test client may read the records/),
          expect.stringMatching(/Test clinic, whose accounts share documents/),
          expect.stringMatching(/^Test client may write to this EMR: /),
        ],
      },
    });
  });

  it("lets nothing write without consent, and no operation beyond those that were asked for", async () => {
    const made = await created({ ...ASKED, writes: ["payments:create"] });
    const beyond = await link(made, { writes: ["payments:create", "tasks:create"] });
    expect(told(beyond)).toEqual([400, "writes must be operations that this link asks for, not tasks:create"]);
    expect((await link(made)).status).toBe(201);
    expect((await accounts()).at(-1).writes).toEqual([]);
  });

  it("is stored hashed, with its public token", async () => {
    const made = await created();
    const { public_token } = (await link(made)).body;
    const [row] = await database.asOwner<{ row: string }>(
      "SELECT to_jsonb(t)::text || to_jsonb(s)::text AS row FROM link_token t JOIN embed_session s USING (organization_id, id) WHERE id = $1",
      [made.link_token_id],
    );
    expect(row?.row).toContain(hashToken(public_token));
    expect(row?.row).toContain(hashToken(made.link_token));
    expect(row?.row).not.toContain(public_token);
    expect(row?.row).not.toContain(made.link_token);
  });

  it("of an address that is mailed lasts 7 days, and its address has it in the fragment alone", async () => {
    const redirect_url = `${ORIGIN}/linked?from=records`;
    const { origin: _origin, ...asked } = ASKED;
    const { body } = await create({ ...asked, redirect_url, mailed: true });
    expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 3_600_000)).toBe(168);
    expect(body.url.split("#")).toEqual([expect.stringMatching(/\/embed\/[0-9a-f]{32}$/), body.link_token]);
    expect((await read(body.link_token_id, bearer(body.link_token))).body.link_token).toMatchObject({
      redirect_url,
      origin: ORIGIN,
    });
  });
});

describe("the same request", () => {
  const once = () => ({ "idempotency-key": newId() });

  it("twice links and exchanges once, and is answered as the first time", async () => {
    const made = await created();
    const key = once();
    const [first, second] = [await link(made, {}, key), await link(made, {}, key)];
    expect(second.body).toEqual(first.body);
    const headers = { ...withoutAccount(clinic), ...once() };
    const given = await exchange(first.body.public_token, headers);
    expect((await exchange(first.body.public_token, headers)).body).toEqual(given.body);
    expect(await accounts()).toHaveLength(2);
    const access = { ...clinic.headers, access_token: given.body.access_token };
    expect((await call(LOCATIONS, "GET", "/locations", { headers: access })).status).toBe(200);
  });

  it("several times at once links one account, and exchanges for one", async () => {
    const made = await created();
    const answers = await Promise.all([1, 2, 3, 4].map(() => link(made)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await accounts()).toHaveLength(2);
    const linked = answers.find(({ status }) => status === 201);
    const given = await Promise.all([1, 2, 3, 4].map(() => exchange(linked?.body.public_token)));
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("after the transaction of the first one was lost does all of it", async () => {
    const made = await created();
    await database.asOwner(
      "CREATE FUNCTION fail_link() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lost''; END'",
    );
    await database.asOwner("CREATE TRIGGER lose BEFORE UPDATE ON link_token FOR EACH ROW EXECUTE FUNCTION fail_link()");
    try {
      expect((await link(made)).status).toBe(500);
      expect(await accounts()).toHaveLength(1);
    } finally {
      await database.asOwner("DROP TRIGGER lose ON link_token; DROP FUNCTION fail_link()");
    }
    expect((await link(made)).status).toBe(201);
    expect(await accounts()).toHaveLength(2);
  });
});

describe("is refused in words", () => {
  it.each([
    [{ ...ASKED, origin: undefined }, "origin must be sent, or redirect_url instead of it"],
    [{ ...ASKED, redirect_url: `${ORIGIN}/linked` }, "origin must be sent, or redirect_url instead of it"],
    [{ ...ASKED, origin: "https://evil.example" }, "origin is not registered for this organization"],
    [
      { ...ASKED, origin: undefined, redirect_url: "https://evil.example/linked" },
      "redirect_url is of an origin that is not registered for this organization",
    ],
    [
      { ...ASKED, origin: undefined, redirect_url: `${ORIGIN}/linked#x` },
      "redirect_url must be the address of a page, without a user or a fragment",
    ],
    [
      { ...ASKED, origin: undefined, redirect_url: "javascript:alert(1)" },
      "redirect_url must be the address of a page, without a user or a fragment",
    ],
    [{ ...ASKED, mailed: true }, "redirect_url is required for an address that is mailed"],
    [{ ...ASKED, writes: ["jobs:retry"] }, expect.stringMatching(/^writes\[0\] must be one of /)],
    [{ ...ASKED, user_id: " " }, "user_id must be a non-empty string"],
  ])("when it asks for %o", async (body, message) => {
    expect(told(await create(body))).toEqual([400, message]);
  });

  it("a client for which no admin has switched it on, or has switched it off again", async () => {
    const { api_client } = (
      await call(CREATE_CLIENT, "POST", "/api-clients", { headers: admin, body: { name: "New" } })
    ).body;
    const { id, client_id, client_secret } = api_client;
    const headers = { client_id, client_secret };
    const refusal = [403, "Not allowed: this needs the permission linked-accounts:link"];
    const change = (may_link: boolean, by = admin) =>
      call(CHANGE_CLIENT, "PATCH", `/api-clients/${id}`, { headers: by, params: { id }, body: { may_link } });
    expect(told(await create(ASKED, headers))).toEqual(refusal);
    const own = { ...clinic.headers, ...headers };
    expect(told(await change(true, own))).toEqual([
      403,
      "Not allowed: only the session of an admin may change may_link; nothing was saved",
    ]);
    expect((await change(true)).body.api_client.may_link).toBe(true);
    const open = await create(ASKED, headers);
    expect(open.status).toBe(201);
    await change(false);
    expect(told(await create(ASKED, headers))).toEqual(refusal);
    expect(told(await link(open.body))).toEqual([401, "The embed session was revoked"]);
  });

  it("wrong credentials, and every other route without an access token", async () => {
    const headers = { ...withoutAccount(clinic), client_secret: "wrong" };
    expect((await create(ASKED, headers)).status).toBe(401);
    expect((await create(ASKED, { client_id: clinic.headers.client_id })).status).toBe(401);
    const known = withoutAccount(clinic);
    expect((await call(LOCATIONS, "GET", "/locations", { headers: known })).status).toBe(401);
    const byAdmin = await call(LINK_BY_ADMIN, "POST", "/linked-accounts", { headers: known, body: SANDBOX });
    expect(byAdmin.status).toBe(401);
  });

  it("a public token that is unknown, used, late or another client's", async () => {
    const linked = async () => (await link(await created())).body.public_token;
    expect(told(await exchange("public_unknown"))).toEqual([
      400,
      "public_token must be one that a link of this organization has given",
    ]);
    const token = await linked();
    const { api_client: other } = (
      await call(CREATE_CLIENT, "POST", "/api-clients", { headers: admin, body: { name: "Other" } })
    ).body;
    await database.asOwner("UPDATE api_client SET may_link = true WHERE id = $1", [other.id]);
    expect(told(await exchange(token, withoutAccount({ headers: { ...other, access_token: "" } })))).toEqual([
      400,
      "public_token belongs to a link that another API client asked for",
    ]);
    expect((await exchange(token)).status).toBe(200);
    expect(told(await exchange(token))).toEqual([
      409,
      "This public token was exchanged, and is good once; nothing was saved",
    ]);
    const late = await linked();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    expect(told(await exchange(late))).toEqual([
      400,
      "public_token ended 15 minutes after the link: let an admin give the account a new access token",
    ]);
  });

  it("another organization's client, which does not even learn that there is such a link", async () => {
    const made = await created();
    const { public_token } = (await link(made)).body;
    const neighbour = withoutAccount(await makeLinkedAccount());
    expect(told(await exchange(public_token, neighbour))).toEqual([
      400,
      "public_token must be one that a link of this organization has given",
    ]);
    expect((await read(made.link_token_id, neighbour)).status).toBe(404);
    const revoked = await call(REVOKE, "DELETE", `/link-tokens/${made.link_token_id}`, {
      headers: neighbour,
      params: { id: made.link_token_id },
    });
    expect(revoked.status).toBe(404);
  });

  it("a link token that was used, is late, was revoked, or whose origin was removed", async () => {
    const used = await created();
    await link(used);
    expect(told(await link(used))).toEqual([409, "This link was used: its EMR is linked; nothing was saved"]);
    const revoked = await created();
    const id = revoked.link_token_id;
    await call(REVOKE, "DELETE", `/link-tokens/${id}`, { headers: withoutAccount(clinic), params: { id } });
    expect(told(await link(revoked))).toEqual([401, "The embed session was revoked"]);
    expect((await read(id, withoutAccount(clinic))).body.link_token.state).toBe("ended");
    const late = await created();
    const orphan = await created();
    const [origin] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM embed_origin WHERE organization_id = $1",
      [clinic.tenant.organizationId],
    );
    const params = { id: origin?.id ?? "" };
    await call(DELETE_ORIGIN, "DELETE", `/embed/origins/${params.id}`, { headers: admin, params });
    expect(told(await link(orphan))).toEqual([401, "The embed session was revoked"]);
    await database.asOwner("UPDATE embed_session SET revoked_at = NULL, expires_at = now() WHERE id = $1", [
      late.link_token_id,
    ]);
    expect(told(await link(late))).toEqual([401, "The embed token has expired"]);
    expect(await accounts()).toHaveLength(2);
  });

  it("a link token that asks for another link, another EMR, or anything but linking", async () => {
    const [made, other] = [await created({ ...ASKED, emr_types: ["fhir"] }), await created()];
    const id = other.link_token_id;
    const of = bearer(made.link_token);
    expect((await read(id, of)).status).toBe(404);
    const crossed = await call(LINK, "POST", `/link-tokens/${id}/account`, {
      headers: of,
      params: { id },
      body: SANDBOX,
    });
    expect(crossed.status).toBe(404);
    expect(told(await link(made))).toEqual([400, "emr_type must be one of fhir for this link"]);
    const alone = [403, "Not allowed: a link token links one EMR, and is good for nothing else"];
    expect(told(await call(LIST_ACCOUNTS, "GET", "/linked-accounts", { headers: of }))).toEqual(alone);
    const account = await call(LINK_BY_ADMIN, "POST", "/linked-accounts", { headers: of, body: SANDBOX });
    expect(told(account)).toEqual(alone);
    expect(told(await create(ASKED, of))).toEqual(alone);
    const own = { id: made.link_token_id };
    const session = await call(READ_SESSION, "GET", `/embed/sessions/${own.id}`, { headers: of, params: own });
    expect(told(session)).toEqual(alone);
    expect((await call(LOCATIONS, "GET", "/locations", { headers: of })).status).toBe(403);
  });

  it("an API client or an admin where only the link's own view may ask", async () => {
    const { link_token_id: id } = await created();
    for (const headers of [withoutAccount(clinic), clinic.headers]) {
      const answer = await call(LINK, "POST", `/link-tokens/${id}/account`, { headers, params: { id }, body: SANDBOX });
      expect(told(answer)).toEqual([403, "Not allowed: this needs a link token; nothing was saved"]);
    }
  });
});

it("the view of a link token finds EMRs in the directory, and links by the probe that it made itself", async () => {
  const made = await created();
  const headers = bearer(made.link_token);
  const found = await call(DIRECTORY, "GET", "/emr-directory?query=elm", { headers });
  expect([found.status, found.body.has_directories]).toEqual([200, false]);
  const { probe_id } = (await call(PROBE, "POST", "/linked-accounts/probe", { headers, body: { emr_type: "sandbox" } }))
    .body;
  const other = await created();
  expect(told(await link(other, { probe_id }))).toEqual([
    400,
    expect.stringMatching(/^probe_id must be that of your own/),
  ]);
  expect((await link(made, { probe_id })).status).toBe(201);
});

const list = async (headers: Headers, query = "") =>
  (await call(LIST, "GET", `/link-tokens${query}`, { headers })).body.link_tokens as {
    id: string;
    state: string;
    [field: string]: unknown;
  }[];

describe("every link is listed", () => {
  it("for an admin, newest first and by page, with its state and what was agreed to", async () => {
    const linked = await created({ ...ASKED, writes: ["payments:create", "tasks:create"] });
    const { linked_account_id, public_token } = (await link(linked, { writes: ["payments:create"] })).body;
    const [exchanged, ended, late, open] = [await created(), await created(), await created(), await created()];
    await exchange((await link(exchanged)).body.public_token);
    const params = { id: ended.link_token_id };
    const revoked = await call(REVOKE, "DELETE", `/link-tokens/${params.id}`, { headers: admin, params });
    expect(told(revoked)).toEqual([200, "Link token revoked"]);
    await database.asOwner("UPDATE embed_session SET expires_at = now() WHERE id = $1", [late.link_token_id]);
    const all = await list(admin);
    expect(all.map(({ id, state }) => [id, state])).toEqual([
      [open.link_token_id, "open"],
      [late.link_token_id, "late"],
      [ended.link_token_id, "ended"],
      [exchanged.link_token_id, "exchanged"],
      [linked.link_token_id, "linked"],
    ]);
    expect(all.at(-1)).toMatchObject({
      user_id: "customer-12",
      api_client_id: clinic.apiClientId,
      linked_account_id,
      linked_account: { name: "Elm Street", emr_type: "sandbox", active: true },
      agreed: {
        writes: ["payments:create"],
        words: [
          expect.stringMatching(/^Test client may read the records/),
          expect.stringMatching(/Test clinic, whose accounts share documents/),
          "Test client may write to this EMR: Payment.",
        ],
        connected_to: null,
      },
    });
    expect(JSON.stringify(all)).not.toContain(public_token);
    expect(JSON.stringify(all)).not.toContain(linked.link_token);
    const first = await call(LIST, "GET", "/link-tokens?limit=2", { headers: admin });
    const rest = await list(admin, `?limit=3&cursor=${first.body.next_cursor}`);
    expect([...first.body.link_tokens, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await list(admin, `?api_client_id=${newId()}`)).toEqual([]);
    expect(await list(admin, "?user_id=customer-13")).toEqual([]);
    expect((await read(linked.link_token_id, admin)).body.link_token).toEqual({
      ...all.at(-1),
      repairs: null,
      expires_in: expect.any(Number),
    });
  });

  it("for a client its own alone, without an access token only while it may link", async () => {
    const own = await created();
    const { api_client: other } = (
      await call(CREATE_CLIENT, "POST", "/api-clients", { headers: admin, body: { name: "Other" } })
    ).body;
    const others = withoutAccount({ headers: { ...other, access_token: "" } });
    const refused = await call(LIST, "GET", "/link-tokens", { headers: others });
    expect(told(refused)).toEqual([403, "Not allowed: this needs the permission link-tokens:read"]);
    const account = { ...clinic.headers, ...others };
    expect(await list(account)).toEqual([]);
    const params = { id: own.link_token_id };
    const revoked = await call(REVOKE, "DELETE", `/link-tokens/${params.id}`, { headers: account, params });
    expect([revoked.status, (await read(params.id, account)).status]).toEqual([404, 404]);
    for (const headers of [withoutAccount(clinic), clinic.headers])
      expect((await list(headers)).map(({ id }) => id)).toEqual([own.link_token_id]);
  });

  it("for neither staff, nor the view of a link, nor the clinic next door", async () => {
    const made = await created();
    const staff = await signIn(clinic, "staff");
    for (const headers of [staff, bearer(made.link_token)])
      expect((await call(LIST, "GET", "/link-tokens", { headers })).status).toBe(403);
    const neighbour = await makeLinkedAccount();
    for (const headers of [await signIn(neighbour, "admin"), withoutAccount(neighbour)]) {
      expect(await list(headers)).toEqual([]);
      expect((await read(made.link_token_id, headers)).status).toBe(404);
    }
  });

  it("for good if an EMR was linked by it, otherwise for 30 days after its end", async () => {
    const [linked, unused] = [await created(), await created()];
    await link(linked);
    const ids = async () => (await list(admin)).map(({ id }) => id);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * 86_400_000 });
    admin = await signIn(clinic, "admin");
    const later = await created();
    expect(await ids()).toEqual([later.link_token_id, unused.link_token_id, linked.link_token_id]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 32 * 86_400_000 });
    admin = await signIn(clinic, "admin");
    const last = await created();
    expect(await ids()).toEqual([last.link_token_id, linked.link_token_id]);
  });
});

describe("what was agreed to", () => {
  it("is not widened by the client, by the same link or by another one", async () => {
    const made = await created({ ...ASKED, writes: ["payments:create"] });
    const linked = (await link(made, { writes: [] })).body;
    const { access_token } = (await exchange(linked.public_token)).body;
    const id = linked.linked_account_id;
    const writes = ["payments:create"];
    for (const body of [{ writes }, { switch_on: writes }]) {
      const headers = { ...clinic.headers, access_token };
      const changed = await call(CHANGE_ACCOUNT, "PATCH", `/linked-accounts/${id}`, { headers, params: { id }, body });
      expect(told(changed)).toEqual([
        403,
        "Not allowed: this needs the session of an admin; an API client cannot do it; nothing was saved",
      ]);
    }
    expect((await link(made, { writes })).status).toBe(409);
    const another = await created({ ...ASKED, writes });
    await link(another, { writes });
    const found = (await accounts()).filter(
      (each: { access_token_reference_id: string }) => each.access_token_reference_id === "customer-12",
    );
    expect(found.map((each: { id: string; writes: string[] }) => [each.id === id, each.writes])).toEqual([
      [true, []],
      [false, writes],
    ]);
  });
});
