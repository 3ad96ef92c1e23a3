import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK, GET as LIST } from "#app/v1/linked-accounts/route.ts";
import { findingsOf } from "#lib/emr/fhir/findings";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
const KEY = "the-key-of-the-server";
let server: MedplumServer;
let clinic: TestAccount;
let admin: Record<string, string>;

beforeAll(async () => {
  server = await startMedplum();
  server.admits = ({ "x-api-key": key }) => key === KEY || key === "another-key";
});
afterAll(() => server.stop());
beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  server.requests.length = 0;
  forgetSingleton("probe-counts");
});

const connection = (changes: Record<string, unknown> = {}, value = KEY) => ({
  base_url: server.baseUrl,
  auth: { kind: "header", header_name: "X-Api-Key", header_value: value },
  ...changes,
});
const body = (changes: Record<string, unknown> = {}) => ({
  name: "Annex",
  emr_type: "fhir",
  timezone: "America/Chicago",
  connection: connection(),
  ...changes,
});
const link = (changes: Record<string, unknown>, headers = admin) =>
  call(LINK, "POST", "/linked-accounts", { headers, body: body(changes) });
const probe = async (changes: Record<string, unknown> = {}, headers = admin): Promise<string> => {
  const answer = await call(PROBE, "POST", "/linked-accounts/probe", { headers, body: body(changes) });
  if (answer.status !== 200) throw new Error(answer.body.message);
  server.requests.length = 0;
  return answer.body.probe_id;
};
const patch = (id: string, change: Record<string, unknown>) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers: admin, body: change, params: { id } });
const accounts = async () => (await call(LIST, "GET", "/linked-accounts", { headers: admin })).body.linked_accounts;
const findings = async (id: string) => {
  const [row] = await database.asOwner<{ profile: object }>("SELECT profile FROM linked_account WHERE id = $1", [id]);
  return findingsOf(row?.profile);
};
/** What an answer refuses at `probe_id`. */
const refusal = ({ status, body: answer }: Awaited<ReturnType<typeof link>>) => [status, answer.errors?.[0]];
const at = (field: string, said: RegExp) => [400, { field, message: expect.stringMatching(said) }];

describe("a link that names its probe", () => {
  it("sends no further call, and takes over what the probe found, its writes included", async () => {
    const probe_id = await probe({ write_probes: true });
    const { status, body: answer } = await link({ probe_id, write_probes: true });
    expect([status, server.requests]).toEqual([201, []]);
    expect(await findings(answer.linked_account.id)).toMatchObject({ if_none_exist: "works", if_match: "weak" });
    expect(answer.linked_account).toMatchObject({ writes: [], secrets: ["auth.header_value"] });
  });

  it("may add what was chosen by the probe's answer, in any order of fields", async () => {
    const probe_id = await probe();
    const { auth, base_url } = connection();
    const chosen = { mrn_system: "urn:mrn", auth: Object.fromEntries(Object.entries(auth).reverse()), base_url };
    const { status, body: answer } = await link({ probe_id, connection: chosen });
    expect([status, server.requests]).toEqual([201, []]);
    expect(answer.linked_account.connection.mrn_system).toBe("urn:mrn");
  });

  it.each<[string, Record<string, unknown>]>([
    ["credentials", { connection: () => connection({}, "another-key") }],
    ["an address", { connection: () => connection({ base_url: `${server.baseUrl}/` }) }],
    ["limits", { connection: () => connection({ at_once: 2 }) }],
    ["an authorization", { connection: () => connection({ auth: { kind: "none" } }) }],
  ])("is refused with other %s than were probed", async (_title, changes) => {
    const probe_id = await probe();
    const before = await accounts();
    const given = Object.fromEntries(Object.entries(changes).map(([name, make]) => [name, (make as () => unknown)()]));
    expect(refusal(await link({ probe_id, ...given }))).toEqual(at("probe_id", /another connection.*test this one/));
    expect([server.requests, await accounts()]).toEqual([[], before]);
  });

  it("is refused with a probe of another kind of EMR", async () => {
    const probe_id = await probe({ emr_type: "sandbox", connection: undefined });
    expect(refusal(await link({ probe_id }))).toEqual(at("probe_id", /another connection/));
    expect((await link({ probe_id, emr_type: "sandbox", connection: undefined })).status).toBe(201);
  });

  it("is refused with one that is unknown, of another person or organization, or over", async () => {
    const unknown = at("probe_id", /your own test .* within the last 15 minutes: test it again/);
    for (const probe_id of ["x", "0".repeat(32), "\u{1F600}"])
      expect(refusal(await link({ probe_id }))).toEqual(unknown);
    expect(refusal(await link({ probe_id: 7 }))).toEqual(at("probe_id", /must be a/));
    const other = await makeLinkedAccount();
    const foreign = await probe({}, await signIn(other, "admin"));
    expect(refusal(await link({ probe_id: foreign }))).toEqual(unknown);
    const colleague = await probe({}, await signIn(clinic, "admin"));
    expect(refusal(await link({ probe_id: colleague }))).toEqual(unknown);
    const probe_id = await probe();
    await database.asOwner("UPDATE connection_probe SET expires_at = now() - interval '1 second'");
    expect(refusal(await link({ probe_id }))).toEqual(unknown);
    await probe();
    const kept = await database.asOwner("SELECT id FROM connection_probe WHERE organization_id = $1", [
      clinic.tenant.organizationId,
    ]);
    expect(kept, "those that are over are removed").toHaveLength(1);
  });

  it("is made once for one probe, also by two requests at once", async () => {
    const probe_id = await probe();
    const both = await Promise.all([link({ probe_id }), link({ probe_id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(refusal(await link({ probe_id }))).toEqual(at("probe_id", /another linked account: test the connection/));
  });

  it("leaves its probe unused if it is refused for another reason", async () => {
    const probe_id = await probe();
    expect((await link({ probe_id, name: "" })).status).toBe(400);
    expect((await link({ probe_id, timezone: "posixrules" })).status).toBe(400);
    expect((await link({ probe_id })).status).toBe(201);
  });

  it("is answered again under its Idempotency-Key", async () => {
    const headers = { ...admin, "idempotency-key": "once" };
    const probe_id = await probe();
    const [first, second] = [await link({ probe_id }, headers), await link({ probe_id }, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it("may not ask for writes that its probe has not tried", async () => {
    const probe_id = await probe();
    expect(refusal(await link({ probe_id, write_probes: true }))).toEqual(at("write_probes", /did not write/));
    expect(server.requests).toEqual([]);
  });

  it("is refused as its probe was", async () => {
    const wrong = connection({}, "wrong");
    const probe_id = await probe({ connection: wrong });
    expect(refusal(await link({ probe_id, connection: wrong }))).toEqual(at("connection.auth.header_value", /401/));
    expect(server.requests).toEqual([]);
  });
});

describe("a change of the connection that names its probe", () => {
  it("sends no further call, and keeps what only an earlier probe found", async () => {
    const { id } = (await link({ write_probes: true })).body.linked_account;
    const probe_id = await probe();
    const changed = await patch(id, { connection: connection(), probe_id });
    expect([changed.status, server.requests]).toEqual([200, []]);
    expect(await findings(id)).toMatchObject({ if_none_exist: "works", if_match: "weak" });
    const support = Object.fromEntries(
      changed.body.linked_account.profile.capabilities.map(({ name, support: how }: Record<string, string>) => [
        name,
        how,
      ]),
    );
    expect(support.messages).not.toBe("unsupported");
    expect((await patch(id, { connection: connection(), probe_id })).status).toBe(200);
    expect(refusal(await link({ probe_id }))).toEqual(at("probe_id", /another linked account/));
  });

  it("takes the stored secret as part of the connection", async () => {
    const { id } = (await link({})).body.linked_account;
    const probe_id = await probe();
    const { auth, ...rest } = connection();
    const { header_value: _secret, ...without } = auth;
    expect((await patch(id, { connection: { ...rest, auth: without }, probe_id })).status).toBe(200);
    expect(server.requests).toEqual([]);
  });

  it("must come with the connection", async () => {
    const { id } = (await link({})).body.linked_account;
    const probe_id = await probe();
    expect(refusal(await patch(id, { name: "New", probe_id }))).toEqual(at("probe_id", /must come with connection/));
    expect((await patch(id, { probe_id })).status).toBe(400);
  });
});

it("a kept probe holds no secret, and stands over a change of the key", async () => {
  const probe_id = await probe();
  const rows = await database.asOwner<{ text: string }>("SELECT p::text AS text FROM connection_probe p");
  expect(JSON.stringify(rows)).not.toContain(KEY);
  startWithKeys("a".repeat(43), database.encryptionKey);
  expect((await link({ probe_id })).status).toBe(201);
  startWithKeys(database.encryptionKey);
});
