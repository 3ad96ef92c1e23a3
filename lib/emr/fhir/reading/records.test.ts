import type { FhirResource } from "fhir/r4";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { readAllIds, readFrom, readWhole } from "#lib/testing/fhir/read-from";

const MRN = "https://clinic.example/mrn";
const NPI = "http://hl7.org/fhir/sid/us-npi";
const now = AbortSignal.timeout(30_000);

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

/** Puts resources of any shape into the server, as servers that validate nothing hold them. */
const load = (...resources: object[]) =>
  server.load(
    resources.map((resource) => ({ meta: { lastUpdated: "2026-03-05T10:00:00Z" }, ...resource })) as FhirResource[],
  );

const open = (options: Parameters<typeof readFrom>[1] = {}) => readFrom(server.baseUrl, options);

const jane = {
  resourceType: "Patient",
  id: "P1",
  identifier: [
    { system: "http://hl7.org/fhir/sid/us-ssn", value: "999-12-3456" },
    { system: "urn:registry", value: "R-7" },
    { type: { coding: [{ code: "MR" }] }, system: MRN, value: "M-1" },
  ],
  name: [
    { use: "maiden", family: "Stone", given: ["Jane"] },
    { use: "official", family: "Rivers", given: ["Jane", "Alma"] },
  ],
  telecom: [
    { system: "phone", use: "old", rank: 1, value: "555-0100" },
    { system: "phone", use: "work", rank: 2, value: "555-0102" },
    { system: "phone", use: "mobile", rank: 1, value: "555-0101" },
    { system: "email", value: "jane@example.org" },
  ],
  gender: "female",
  birthDate: "1984-02-29",
  address: [
    { use: "old", city: "Nowhere" },
    { use: "home", line: ["1 Main St", "Apt 2"], city: "Boise", state: "ID", postalCode: "83702" },
  ],
};

const dr = { resourceType: "Practitioner", id: "D1", identifier: [{ system: NPI, value: "1234567893" }] };

it("maps a patient as US Core has it", async () => {
  await load(jane);
  expect(await readWhole(open(), "patients")).toMatchObject({
    faulty: [],
    records: [
      {
        ehrId: "P1",
        mrn: "M-1",
        mergedInto: null,
        firstName: "Jane Alma",
        lastName: "Rivers",
        dob: "1984-02-29",
        gender: "female",
        phone: "555-0101",
        email: "jane@example.org",
        address: { street: "1 Main St, Apt 2", city: "Boise", state: "ID", zip: "83702" },
      },
    ],
  });
});

it("takes the MRN of the chosen system, else of the type MR, else the first that is no SSN, else the id", async () => {
  const [ssn, registry, mr] = jane.identifier;
  await load(
    jane,
    { ...jane, id: "P2", identifier: [ssn, registry] },
    { ...jane, id: "P3", identifier: [ssn] },
    { ...jane, id: "P4", identifier: undefined },
    { ...jane, id: "P5", identifier: [mr, { system: "urn:chosen", value: "C-5" }] },
  );
  const mrns = async (options = {}) => {
    const { records } = await readWhole(open(options), "patients");
    return Object.fromEntries(records.map(({ ehrId, mrn }) => [ehrId, mrn]));
  };
  expect(await mrns()).toEqual({ P1: "M-1", P2: "R-7", P3: "P3", P4: "P4", P5: "M-1" });
  expect(await mrns({ mrn_system: "urn:chosen" })).toEqual({ P1: "P1", P2: "P2", P3: "P3", P4: "P4", P5: "C-5" });
});

it("follows a merged patient's link, but not to another server", async () => {
  const linkTo = (reference: string, type = "replaced-by") => ({ link: [{ type, other: { reference } }] });
  await load(
    { ...jane, id: "P2", ...linkTo("Patient/P1") },
    { ...jane, id: "P3", ...linkTo(`${server.baseUrl}/Patient/P1`) },
    { ...jane, id: "P4", ...linkTo("https://other.example/fhir/Patient/P1") },
    { ...jane, id: "P5", ...linkTo("Patient/P1", "seealso") },
  );
  const { records } = await readWhole(open(), "patients");
  expect(records.map(({ mergedInto }) => mergedInto)).toEqual(["P1", "P1", null, null]);
});

it("shows a patient without a whole birth date without one, and ugly ones as far as they go", async () => {
  await load(
    { ...jane, id: "P1", birthDate: "1970" },
    { ...jane, id: "P2", birthDate: "1970-05" },
    { ...jane, id: "P3", birthDate: undefined },
    { ...jane, id: "P4", birthDate: "1970-02-30" },
    { ...jane, id: "P5", name: [{ text: "Jane of the Rivers" }], telecom: "555", address: { city: 7 }, gender: null },
    { ...jane, id: "P6", name: [{ family: "Ri\u0000vers" }] },
  );
  const { records, faulty } = await readWhole(open(), "patients");
  expect(records).toEqual([
    ...["P1", "P2", "P3", "P4"].map((ehrId) => expect.objectContaining({ ehrId, lastName: "Rivers", dob: null })),
    expect.objectContaining({ ehrId: "P5", firstName: "", lastName: "Jane of the Rivers", phone: "", gender: "" }),
  ]);
  expect(faulty).toEqual([{ ehrId: "P6", reason: "A text has a character that cannot be stored" }]);
});

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

it("maps appointments, whatever form their times and references have", async () => {
  const appointment = {
    resourceType: "Appointment",
    status: "booked",
    start: "2026-03-05T09:00:00-08:00",
    end: "2026-03-05T09:20:00-08:00",
    participant: [
      { actor: { reference: "Patient/P1" }, status: "accepted" },
      { actor: { reference: "Practitioner/D2" }, status: "declined" },
      { actor: { reference: "Practitioner/D3" }, status: "accepted" },
      {
        actor: { reference: "PractitionerRole/R1" },
        status: "accepted",
        type: [{ coding: [{ code: "PPRF" }] }],
      },
      { actor: { reference: "Location/L1" }, status: "accepted" },
    ],
  };
  await load(
    { resourceType: "PractitionerRole", id: "R1", practitioner: { reference: "Practitioner/D1" } },
    { ...jane, id: "P9", identifier: [{ system: MRN, value: "M-9" }] },
    {
      ...appointment,
      id: "A1",
      created: "2026-03",
      appointmentType: { text: "Checkup" },
      reasonCode: [{ text: "Cough" }, { coding: [{ code: "R06", display: "Wheeze" }] }],
      comment: "Bring papers",
    },
    { ...appointment, id: "A2", start: "2026-03-05T09:00:00", end: undefined, minutesDuration: 45 },
    { ...appointment, id: "A3", start: "2026-03-05T22:30:00.5+0530", status: "arrived" },
    { ...appointment, id: "A4", start: "2026-07-05T09:00" },
    {
      ...appointment,
      id: "A5",
      contained: [{ resourceType: "PractitionerRole", id: "x", practitioner: { reference: "Practitioner/D1" } }],
      participant: [
        { actor: { reference: `${server.baseUrl}/Location/L1/_history/2` } },
        { actor: { type: "Patient", identifier: { system: MRN, value: "M-9" } } },
        { actor: { reference: "#x" } },
      ],
    },
    { ...appointment, id: "A6", status: "waitlist", start: undefined },
    { ...appointment, id: "A7", status: "entered-in-error" },
    { ...appointment, id: "A8", start: "2026-03-05" },
    { ...appointment, id: "A9", participant: [{ actor: { reference: "https://other.example/Practitioner/D1" } }] },
    { ...appointment, id: "B1", participant: "nobody", meta: null },
  );
  const reads = open({ findings: { identifier_search: "works" } });
  const { records, faulty } = await readWhole(reads, "appointments");
  expect(records[0]).toEqual({
    emrAppointmentId: "A1",
    category: "appointment",
    startsAt: "2026-03-05T17:00:00.000Z",
    duration: 20,
    status: "booked",
    reason: "Cough; Wheeze",
    note: "Bring papers",
    progressNote: null,
    locationEmrId: "L1",
    blockLabel: null,
    blockColor: null,
    appointmentType: "Checkup",
    appointmentMode: null,
    complaintType: null,
    providerEhrId: "D1",
    secondaryProviderEhrId: "D3",
    patientEhrId: "P1",
    insurances: [],
    diagnoses: [],
    medications: [],
    createdAt: "2026-03-01T08:00:00.000Z",
  });
  expect(
    records.slice(1).map(({ emrAppointmentId, startsAt, duration }) => [emrAppointmentId, startsAt, duration]),
  ).toEqual([
    ["A2", "2026-03-05T17:00:00.000Z", 45],
    ["A3", "2026-03-05T17:00:00.500Z", 20],
    ["A4", "2026-07-05T16:00:00.000Z", 0],
    ["A5", "2026-03-05T17:00:00.000Z", 20],
  ]);
  expect(records[4]).toMatchObject({ providerEhrId: "D1", patientEhrId: "P9", locationEmrId: "L1" });
  expect(faulty).toEqual([
    { ehrId: "A8", reason: "The appointment has no time at which it starts" },
    { ehrId: "A9", reason: "The appointment names no practitioner of this server" },
    { ehrId: "B1", reason: "The appointment names no practitioner of this server" },
  ]);
  expect(await reads.readAppointment("A1", now)).toEqual(records[0]);
  expect(await reads.readAppointment("A7", now)).toBeNull();
  expect(await reads.readAppointment("none", now)).toBeNull();
  expect(await reads.readAppointment("A8", now)).toBeNull();
});

it("shows free and blocked slots of practitioners beside the appointments, under ids that cannot be the same", async () => {
  const slot = { resourceType: "Slot", start: "2026-03-05T17:00:00Z", end: "2026-03-05T17:30:00Z" };
  const schedule = { reference: "Schedule/S1" };
  await load(
    {
      resourceType: "Schedule",
      id: "S1",
      actor: [{ reference: "Practitioner/D1" }, { reference: "Location/L1" }],
    },
    { resourceType: "Schedule", id: "S2", actor: [{ reference: "Location/L1" }] },
    { resourceType: "Schedule", id: "S3", active: false, actor: [{ reference: "Practitioner/D1" }] },
    { ...slot, id: "1", schedule, status: "free", serviceType: [{ text: "Checkup" }] },
    { ...slot, id: "2", schedule, status: "busy-unavailable", comment: "Lunch" },
    { ...slot, id: "3", schedule, status: "busy" },
    { ...slot, id: "4", schedule: { reference: "Schedule/S2" }, status: "free" },
    { ...slot, id: "5", schedule: { reference: "Schedule/S3" }, status: "free" },
    { ...slot, id: "6", schedule: { reference: "Schedule/none" }, status: "free" },
    { ...slot, id: "7", schedule, status: "free", start: "soon" },
    {
      resourceType: "Appointment",
      id: "1",
      status: "booked",
      start: slot.start,
      participant: [{ actor: { reference: "Practitioner/D1" } }],
    },
  );
  const reads = open();
  const { records, faulty } = await readWhole(reads, "appointments");
  expect(records).toMatchObject([
    { emrAppointmentId: "1", category: "appointment" },
    {
      emrAppointmentId: "Slot/1",
      category: "schedule_slot",
      providerEhrId: "D1",
      locationEmrId: "L1",
      duration: 30,
      appointmentType: "Checkup",
      status: null,
      patientEhrId: null,
    },
    { emrAppointmentId: "Slot/2", category: "schedule_block", blockLabel: "Lunch" },
  ]);
  expect(faulty).toEqual([{ ehrId: "Slot/7", reason: "The slot has no time at which it starts" }]);
  expect((await readAllIds(reads, "appointments")).toSorted()).toEqual(["1", "Slot/1", "Slot/2", "Slot/7"]);
  expect(await reads.readAppointment("Slot/1", now)).toEqual(records[1]);
  expect(await reads.listAppointments({ providerEhrId: "D1" }, now)).toEqual(records);
  expect(await reads.listAppointments({ providerEhrId: "D2" }, now)).toEqual([]);
});

it("maps referrals and leaves orders out", async () => {
  const referral = {
    resourceType: "ServiceRequest",
    status: "active",
    intent: "order",
    category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
    subject: { reference: "Patient/P1" },
    authoredOn: "2026-03-01",
  };
  await load(
    jane,
    {
      ...referral,
      id: "S1",
      priority: "asap",
      requester: { reference: "Practitioner/D1" },
      performerType: { text: "Cardiology" },
      locationReference: [{ reference: "Location/L1" }],
      occurrencePeriod: { start: "2026-03-02", end: "2026-06" },
      quantityQuantity: { value: 6 },
      reasonCode: [{ text: "Murmur" }],
      note: [{ text: "First" }, { text: "Second" }],
    },
    { ...referral, id: "S2", category: undefined, code: { text: "See a specialist" }, priority: undefined },
    { ...referral, id: "S3", category: [{ coding: [{ code: "108252007" }] }] },
    { ...referral, id: "S4", status: "entered-in-error" },
    { ...referral, id: "S5", subject: { reference: "Group/G1" } },
    { ...referral, id: "S6", subject: { identifier: { system: MRN, value: "M-6" } } },
    { ...referral, id: "S7", subject: { reference: "Patient/gone" } },
  );
  const reads = open();
  const { records, faulty } = await readWhole(reads, "referrals");
  expect(records).toMatchObject([
    {
      ehrId: "S1",
      patientMrn: "M-1",
      direction: "outgoing",
      status: "Active",
      priority: "urgent",
      reason: "Murmur",
      notes: "First\n\nSecond",
      specialty: "Cardiology",
      locationEmrId: "L1",
      startDate: "2026-03-02",
      endDate: null,
      visitsAllowed: 6,
      assignedToId: null,
      referringProviderEhrId: "D1",
      createdAt: "2026-03-01T08:00:00.000Z",
      updatedAt: "2026-03-05T10:00:00.000Z",
    },
    { ehrId: "S2", reason: "See a specialist", priority: "routine", startDate: null },
    { ehrId: "S6", patientMrn: "M-6" },
  ]);
  const nobody = "The referral names no patient of this server";
  expect(faulty).toEqual([
    { ehrId: "S5", reason: nobody },
    { ehrId: "S7", reason: nobody },
  ]);
  expect(await readAllIds(reads, "referrals")).toEqual(["S1", "S2", "S5", "S6", "S7"]);
  expect(await reads.readReferral("S1", now)).toEqual(records[0]);
  expect(await reads.readReferral("S3", now)).toBeNull();
});

it("calls a referral incoming that somebody elsewhere requests of the clinic, unless it was written with a direction", async () => {
  const role = (id: string, organization: string) => ({
    resourceType: "PractitionerRole",
    id: `R-${id}`,
    practitioner: { reference: `Practitioner/${id}` },
    organization: { reference: `Organization/${organization}` },
  });
  const referral = (id: string, requester: string, performer: string[] = [], rest: object = {}) => ({
    resourceType: "ServiceRequest",
    id,
    status: "active",
    intent: "order",
    category: [{ coding: [{ code: "3457005" }] }],
    subject: { reference: "Patient/P1" },
    authoredOn: "2026-03-01",
    requester: { reference: requester },
    performer: performer.map((reference) => ({ reference })),
    ...rest,
  });
  const written = (valueCode: string) => ({
    extension: [{ url: "urn:clinical-records-console:referral-direction", valueCode }],
  });
  await load(
    jane,
    role("IN", "O1"),
    role("OUT", "O2"),
    referral("S1", "Practitioner/OUT"),
    referral("S2", "PractitionerRole/R-OUT", ["Practitioner/IN"]),
    referral("S3", "Organization/O2", ["PractitionerRole/R-OUT"]),
    referral("S4", "Practitioner/IN", ["Practitioner/OUT"]),
    referral("S5", "Practitioner/NOBODY"),
    referral("S6", "Practitioner/OUT", [], written("outgoing")),
    referral("S7", "Practitioner/IN", [], written("incoming")),
  );
  const incoming = async () =>
    (await readWhole(open(), "referrals")).records.flatMap(({ ehrId, direction }) =>
      direction === "incoming" ? [ehrId] : [],
    );
  // Without an organization of a location nobody is known to be elsewhere.
  expect(await incoming()).toEqual(["S7"]);
  await load({
    resourceType: "Location",
    id: "L1",
    name: "Main",
    managingOrganization: { reference: "Organization/O1" },
  });
  expect(await incoming()).toEqual(["S1", "S2", "S7"]);
  // A direction that was written costs no call.
  server.requests.length = 0;
  expect(await open().readReferral("S7", now)).toMatchObject({ direction: "incoming" });
  expect(server.requests.filter((request) => /Location|PractitionerRole/.test(request))).toEqual([]);
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
