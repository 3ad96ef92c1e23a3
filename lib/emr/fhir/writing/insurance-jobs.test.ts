import type { Coverage, FhirResource } from "fhir/r4";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { GET as SETTINGS } from "#app/v1/settings/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { insurancesAt } from "#lib/testing/insurances-at";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const TYPES = "http://terminology.hl7.org/CodeSystem/organization-type";
const organization = (id: string, name: string, code: string): FhirResource => ({
  resourceType: "Organization",
  id,
  name,
  type: [{ coding: [{ system: TYPES, code }] }],
});

const excerpt = [
  ...excerptOf(clinicResources(new Date()), { PractitionerRole: 10, Patient: 2, Coverage: 1 }),
  organization("org-z", "Zenith Health", "pay"),
  organization("org-a", "Aetna", "ins"),
  organization("org-d", "Dialysis Center", "prov"),
];

let server: MedplumServer;
let front: FaultyFront;
let clinic: TestAccount;
let mrn: string;
const { jobs, post, patch, list, published } = insurancesAt(database, () => clinic);

beforeEach(async () => {
  server = await startMedplum();
  await server.load(excerpt);
  front = await startFaultyFront(server.origin);
  clinic = await linkClinic(database.asOwner, server, { through: server.baseUrl.replace(server.origin, front.origin) });
  // The first patient has an insurance in the EMR, of the first priority.
  const [patient] = await database.asOwner<{ mrn: string }>(
    "SELECT mrn FROM patient WHERE linked_account_id = $1 ORDER BY ehr_id",
    [clinic.tenant.linkedAccountId],
  );
  mrn = patient?.mrn ?? "";
});
afterEach(() => Promise.all([front.stop(), server.stop()]));

const ran = async ({ body }: { body: { job_id: number } }) => {
  await jobs.run(body.job_id);
  return jobs.read(body.job_id);
};
const held = (id: string) => server.held<Coverage>("Coverage").then((all) => all.find((each) => each.id === id));

it("offers the organizations that pay as payers, adds an insurance from one, and changes it to another", async () => {
  const settings = await call(SETTINGS, "GET", "/settings", { headers: clinic.headers });
  expect(settings.body.settings.insurance_companies).toEqual([
    { id: "org-a", name: "Aetna" },
    { id: "org-z", name: "Zenith Health" },
  ]);
  const added = await post(
    { payer_name: "aetna", priority: 2, relationship: "child", subscriber: "Jan Kuhn" },
    { mrn },
  );
  expect(await ran(added)).toMatchObject({ status: "completed", warnings: [] });
  const [listed] = (await list(mrn)).insurances;
  expect(listed).toMatchObject({ payer_id: "org-a", payer_name: "Aetna", priority: 2, subscriber: "Jan Kuhn" });
  expect(await held(listed.emr_insurance_id)).toMatchObject({ payor: [{ reference: "Organization/org-a" }], order: 2 });

  const changed = await patch(listed.id, { payer_id: "org-z", member_id: "Z 7" }, { mrn });
  expect(await ran(changed)).toMatchObject({ status: "completed" });
  expect((await list(mrn)).insurances).toMatchObject([
    { payer_id: "org-z", payer_name: "Zenith Health", member_id: "Z 7" },
  ]);
  expect(await published(changed.body.job_id)).toMatchObject([
    ["patient_insurance.updated", { updated_fields: ["payer_id", "member_id"] }],
  ]);
});

it("fails an insurance of a priority that another one has in the EMR as a duplicate, and the second of two at once", async () => {
  const own = await post({ priority: 1 }, { mrn });
  const [first, second] = [await post({ priority: 3 }, { mrn }), await post({ member_id: "B", priority: 3 }, { mrn })];
  expect(await ran(own)).toMatchObject({ status: "failed", reasons: [{ code: "duplicate" }] });
  expect(await ran(first)).toMatchObject({ status: "completed" });
  expect(await ran(second)).toMatchObject({ status: "failed", reasons: [{ code: "duplicate" }] });
  expect(await server.held("Coverage")).toHaveLength(2);
});

it("finds an insurance whose answer was lost, and warns of what the server keeps otherwise", async () => {
  server.habits.rewrites = { order: undefined };
  const added = await post({ priority: 2 }, { mrn });
  front.cuts = true;
  expect(await ran(added)).toMatchObject({ status: "queued" });
  front.cuts = false;
  await jobs.due(added.body.job_id);
  expect(await ran(added)).toMatchObject({
    status: "completed",
    warnings: [expect.stringContaining("no priority")],
    result: { priority: 2 },
  });
  expect((await list(mrn)).insurances).toMatchObject([{ priority: 2, status: "completed" }]);
  expect(await server.held("Coverage")).toHaveLength(2);
});
