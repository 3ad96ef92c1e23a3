import { afterEach, beforeEach, expect, it } from "vitest";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { loadAny, readAllIds, readFrom, readWhole } from "#lib/testing/fhir/read-from";

const NPI = "http://hl7.org/fhir/sid/us-npi";
const now = AbortSignal.timeout(30_000);

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

const load = (...resources: object[]) => loadAny(server, resources);
const open = (options: Parameters<typeof readFrom>[1] = {}) => readFrom(server.baseUrl, options);

const dr = { resourceType: "Practitioner", id: "D1", identifier: [{ system: NPI, value: "1234567893" }] };

it("distinguishes the clinic's practitioners from those elsewhere by the organization of its locations", async () => {
  const role = (id: string, organization: string, rest: object) => ({
    resourceType: "PractitionerRole",
    id: `R-${id}`,
    practitioner: { reference: `Practitioner/${id}` },
    organization: { reference: `Organization/${organization}` },
    ...rest,
  });
  await load(
    { resourceType: "Location", id: "L1", name: "Main", managingOrganization: { reference: "Organization/O1" } },
    { ...dr, name: [{ family: "Gray", given: ["Ann", "Bea"] }], telecom: [{ system: "fax", value: "208-555-0199" }] },
    role("D1", "O1", {
      code: [{ coding: [{ code: "doctor", display: "Doctor" }] }],
      specialty: [{ text: "Cardiology" }],
      telecom: [{ system: "email", value: "gray@example.org" }],
    }),
    { resourceType: "Practitioner", id: "D2", active: false, name: [{ text: "Dr. Outside" }] },
    role("D2", "O2", { code: [{ coding: [{ code: "doctor" }] }] }),
    { resourceType: "Practitioner", id: "D3", name: [{ family: "Desk" }] },
    role("D3", "O1", { code: [{ text: "Receptionist" }] }),
    { resourceType: "Practitioner", id: "D4", name: [{ family: "Unknown" }] },
  );
  const reads = open();
  const { records: providers } = await readWhole(reads, "providers");
  expect(providers).toEqual([
    { ehrId: "D1", firstName: "Ann", lastName: "Gray", npi: "1234567893", specialty: "Cardiology", status: "active" },
    { ehrId: "D4", firstName: "", lastName: "Unknown", npi: "", specialty: "", status: "active" },
  ]);
  const { records: staff } = await readWhole(reads, "staff");
  expect(staff.map(({ ehrId, role: name, email }) => [ehrId, name, email])).toEqual([
    ["D1", "Doctor", "gray@example.org"],
    ["D3", "Receptionist", ""],
    ["D4", "", ""],
  ]);
  const { records: referring } = await readWhole(reads, "referring_providers");
  expect(referring.map(({ ehrId, middleInitial, fax, active }) => [ehrId, middleInitial, fax, active])).toEqual([
    ["D1", "B", "208-555-0199", true],
    ["D2", null, null, false],
    ["D4", null, null, true],
  ]);
  expect((await readAllIds(reads, "providers")).toSorted()).toEqual(["D1", "D4"]);
  expect(await reads.listSpecialties(now)).toEqual([expect.objectContaining({ name: "Cardiology" })]);
});

it("follows roles that name the practitioner, the organization or both by an identifier alone", async () => {
  const identifier = (system: string, value: string) => ({ identifier: { system, value } });
  const of = (id: string, practitioner: object, organization: object) => ({
    resourceType: "PractitionerRole",
    id: `R-${id}`,
    practitioner,
    organization,
    code: [{ coding: [{ code: "doctor" }] }],
    specialty: [{ text: `Specialty of ${id}` }],
  });
  const named = (id: string) => ({
    resourceType: "Practitioner",
    id,
    identifier: [{ system: "urn:staff", value: `S-${id}` }],
    name: [{ family: id }],
  });
  const ours = identifier("urn:sites", "OURS");
  const others = identifier("urn:sites", "OTHERS");
  await load(
    { resourceType: "Organization", id: "O1", identifier: [{ system: "urn:sites", value: "OURS" }] },
    { resourceType: "Organization", id: "O2", identifier: [{ system: "urn:sites", value: "OTHERS" }] },
    { resourceType: "Location", id: "L1", name: "Main", managingOrganization: { reference: "Organization/O1" } },
    ...["both", "person", "place", "elsewhere", "away"].map(named),
    of("both", identifier("urn:staff", "S-both"), ours),
    of("person", identifier("urn:staff", "S-person"), { reference: "Organization/O1" }),
    of("place", { reference: "Practitioner/place" }, ours),
    of("elsewhere", identifier("urn:staff", "S-elsewhere"), others),
    of("away", { reference: "Practitioner/away" }, others),
  );
  const { records } = await readWhole(open({ findings: { identifier_search: "works" } }), "providers");
  expect(records.map(({ ehrId, specialty }) => [ehrId, specialty]).toSorted()).toEqual([
    ["both", "Specialty of both"],
    ["person", "Specialty of person"],
    ["place", "Specialty of place"],
  ]);
});

it("shows settings of FHIR's codes, and says what it does not offer", async () => {
  const reads = open({ visit_statuses: [{ code: "SCH", description: "Scheduled", fhir_status: "booked" }] });
  const settings = await reads.readSettings(now);
  expect(settings.visitStatuses).toEqual([{ code: "SCH", description: "Scheduled", meaning: "booked" }]);
  expect(settings.referralStatuses.map(({ id }) => id)).not.toContain("entered-in-error");
  expect(settings.paymentMethods).toEqual([]);
  expect(reads.kinds.claims).toEqual({ read: "unsupported", ids: false, reason: "FHIR has no balance of a claim" });
  await expect(reads.readPage("claims", { cursor: null, since: null }, now)).rejects.toMatchObject({
    kind: "validation",
    message: "FHIR has no balance of a claim",
  });
  await expect(reads.listTeams("P1", now)).rejects.toMatchObject({ kind: "validation" });
});

it("offers the specialties of the practitioners and of the referrals, each name once", async () => {
  const referral = (id: string, performerType: unknown, category?: object[]) => ({
    resourceType: "ServiceRequest",
    id,
    status: "active",
    intent: "order",
    category,
    subject: { reference: "Patient/P1" },
    performerType,
  });
  await load(
    {
      resourceType: "PractitionerRole",
      id: "R1",
      practitioner: { reference: "Practitioner/D1" },
      specialty: [{ coding: [{ system: "urn:s", code: "1", display: "Cardiology" }] }],
    },
    referral("S1", { text: "cardiology" }),
    referral("S2", { text: "Sleep medicine" }),
    referral("S3", { text: "Blood test" }, [{ coding: [{ code: "108252007" }] }]),
    referral("S4", "Dowsing"),
    referral("S5", undefined),
  );
  expect(await open().listSpecialties(now)).toEqual([
    { id: "urn:s|1|Cardiology", name: "Cardiology" },
    { id: "||Sleep medicine", name: "Sleep medicine" },
  ]);
  expect(await open({ findings: { readable: ["Patient"] } }).listSpecialties(now)).toEqual([]);
});
