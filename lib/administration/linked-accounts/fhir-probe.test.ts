import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { findingsOf } from "#lib/emr/fhir/findings";
import { call } from "#lib/testing/call";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let server: MedplumServer;
let clinic: TestAccount;
let headers: Record<string, string>;
let connection: Record<string, unknown>;

allowPrivateEmrs();
beforeAll(async () => {
  server = await startMedplum();
  connection = { base_url: server.baseUrl, auth: { kind: "none" } };
});
afterAll(() => server.stop());
beforeEach(async () => {
  clinic = await makeLinkedAccount();
  headers = await signIn(clinic, "admin");
  server.requests.length = 0;
});

const link = (changes: Record<string, unknown>) =>
  call(LINK, "POST", "/linked-accounts", {
    headers,
    body: { name: "Annex", emr_type: "fhir", timezone: "America/Chicago", connection, ...changes },
  });
const patch = (id: string, change: Record<string, unknown>) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers, body: change, params: { id } });
const findings = async (id: string) => {
  const [row] = await database.asOwner<{ profile: object }>("SELECT profile FROM linked_account WHERE id = $1", [id]);
  return findingsOf(row?.profile);
};
const writes = () => server.requests.filter((each) => !/^GET |\/_search$/.test(each));
const probes = ({ profile }: { profile: { behaviour: { probe: string }[] } }) =>
  profile.behaviour.map(({ probe }) => probe);

describe("probing a FHIR server", () => {
  it("writes nothing without an admin's consent", async () => {
    await call(PROBE, "POST", "/linked-accounts/probe", { headers, body: { emr_type: "fhir", connection } });
    const { body: answer } = await link({});
    expect(writes()).toEqual([]);
    expect((await findings(answer.linked_account.id)).if_none_exist).toBe("unknown");
    expect(answer.linked_account.profile).not.toHaveProperty("findings");
    expect(answer.linked_account.profile).toMatchObject({ contradicted: [], probed_again_at: null });
  });

  it("writes with it when an account is linked, and shows what was written", async () => {
    const { status, body: answer } = await link({ write_probes: true });
    expect(status).toBe(201);
    expect(probes(answer.linked_account)).toEqual(expect.arrayContaining(["Written to the server", "Removed again"]));
    expect(await findings(answer.linked_account.id)).toMatchObject({ if_none_exist: "works", if_match: "weak" });
    expect(await server.held("Basic")).toEqual([]);
  });

  it("keeps what the write probes found when the same connection is probed again by reads", async () => {
    const { id } = (await link({ write_probes: true })).body.linked_account;
    server.requests.length = 0;
    const again = await patch(id, { connection });
    expect([again.status, writes()]).toEqual([200, []]);
    expect(await findings(id)).toMatchObject({ if_none_exist: "works", if_match: "weak" });
    expect(probes(again.body.linked_account)).toContain("Known from an earlier test");
    server.habits = { ...server.habits, ifNoneExist: "ignored" };
    await patch(id, { connection, write_probes: true });
    expect(await findings(id)).toMatchObject({ if_none_exist: "ignored" });
  });

  it("is not asked for by a consent without a connection", async () => {
    const { id } = (await link({})).body.linked_account;
    expect((await patch(id, { write_probes: true })).status).toBe(400);
    expect((await patch(id, { write_probes: true, name: "Annex" })).body.errors).toEqual([
      { field: "write_probes", message: "must come with connection, whose test it widens" },
    ]);
    expect(writes()).toEqual([]);
  });

  it("knows nothing of another address on the same origin", async () => {
    const { id } = (await link({ write_probes: true })).body.linked_account;
    await patch(id, { connection: { ...connection, base_url: `${server.baseUrl}/` } });
    expect((await findings(id)).if_none_exist).toBe("unknown");
  });
});
