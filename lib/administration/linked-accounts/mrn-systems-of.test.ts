import type { Patient } from "fhir/r4";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
let server: MedplumServer;
let admin: Record<string, string>;

const patient = (id: string, mrn: string): Patient => ({
  resourceType: "Patient",
  id,
  identifier: [{ system: "urn:mrn", value: mrn, type: { text: "Chart number" } }],
});

beforeAll(async () => {
  forgetSingleton("environment");
  server = await startMedplum();
  await server.load([
    patient("p1", "SECRET-CHART-1"),
    patient("p2", "SECRET-CHART-2"),
    patient("p3", "SECRET-CHART-2"),
  ]);
});
beforeEach(async () => {
  server.admits = () => true;
  admin = await signIn(await openClinic(), "admin");
});
afterAll(() => server.stop());

const wanted = (connection: Record<string, unknown> = {}) => ({
  emr_type: "fhir",
  connection: { base_url: server.baseUrl, auth: { kind: "none" }, ...connection },
});
const probe = (headers: Record<string, string> = {}) =>
  call(PROBE, "POST", "/linked-accounts/probe", { headers: { ...admin, ...headers }, body: wanted() });

/** Returns the tables of the product in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.asOwner<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.asOwner(`SELECT 1 FROM "${name}" AS t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

it("are shown with values of real patients, which are stored nowhere", { tags: "long" }, async () => {
  const key = { "idempotency-key": newId() };
  const { status, body } = await probe(key);
  expect([status, body.mrn_systems]).toEqual([
    200,
    [
      {
        system: "urn:mrn",
        name: "Chart number",
        patients: 3,
        of: 3,
        shared: 2,
        examples: ["SECRET-CHART-1", "SECRET-CHART-2"],
      },
    ],
  ]);
  expect((await probe(key)).body).toEqual(body);
  expect(JSON.stringify(body.profile)).not.toContain("SECRET-CHART");
  const linked = await call(LINK, "POST", "/linked-accounts", {
    headers: admin,
    body: { ...wanted({ mrn_system: "urn:mrn" }), name: "FHIR", timezone: "America/Chicago" },
  });
  expect(linked.status).toBe(201);
  expect(await tablesWith("SECRET-CHART")).toEqual([]);
});

it("are none if the server does not show its patients", async () => {
  server.admits = () => false;
  expect((await probe()).body).toMatchObject({ mrn_systems: [] });
});

it("forget what was read once another one is chosen; other statuses have it read anew", { tags: "long" }, async () => {
  const { body } = await call(LINK, "POST", "/linked-accounts", {
    headers: admin,
    body: { ...wanted(), name: "FHIR", timezone: "America/Chicago" },
  });
  const { id } = body.linked_account;
  const change = async (connection: Record<string, unknown>) => {
    await database.asOwner(
      `INSERT INTO sync_kind (organization_id, linked_account_id, kind, reading, since)
       SELECT organization_id, id, 'patients', true, 'yesterday' FROM linked_account WHERE id = $1
       ON CONFLICT (organization_id, linked_account_id, kind) DO UPDATE SET reading = true, since = 'yesterday'`,
      [id],
    );
    const { status } = await call(PATCH, "PATCH", `/linked-accounts/${id}`, {
      headers: admin,
      params: { id },
      body: { connection: wanted(connection).connection },
    });
    return [status, await database.asOwner("SELECT reading, since FROM sync_kind WHERE linked_account_id = $1", [id])];
  };
  expect(await change({ mrn_system: "urn:mrn" })).toEqual([200, []]);
  expect(await change({ mrn_system: "urn:mrn", at_once: 2 })).toEqual([200, [{ reading: true, since: "yesterday" }]]);
  const visit_statuses = [{ code: "ARR", description: "Arrived", fhir_status: "arrived" }];
  const anew = await change({ mrn_system: "urn:mrn", visit_statuses });
  expect(anew).toEqual([200, [{ reading: false, since: null }]]);
});
