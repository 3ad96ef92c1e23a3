import type { Patient } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey } from "#lib/emr/fhir/job-key";
import type { EmrNewPatient, EmrPatientChanges } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { emrPatient } from "#lib/testing/emr-writes";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const MRN_SYSTEM = "https://ehr.example/mrn";

const ADA: EmrNewPatient = { ...emrPatient, suffix: "Jr." };

const withKey = async (key: string): Promise<Patient[]> =>
  (await place.server.held<Patient>("Patient")).filter((each) => hasKey(each, key));

async function create(key = newId(), findings: Partial<FhirFindings> = FULL, connection = {}) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  return { patient: await place.open(findings, connection).createPatient(ADA, options), warnings };
}

describe("a new patient", () => {
  it("has all that was asked for, and is returned as the server keeps them", async () => {
    const key = newId();
    const { patient, warnings } = await create(key);
    const [held] = await withKey(key);
    expect(held).toMatchObject({
      active: true,
      name: [{ use: "official", family: "Nowak", given: ["Ada", "May"], suffix: ["Jr."] }],
      gender: "female",
      birthDate: "1984-05-06",
      address: [{ line: ["1 Main Street"], city: "Albany", state: "NY", postalCode: "12207" }],
    });
    expect(patient).toMatchObject({ ...ADA, firstName: "Ada May", ehrId: held?.id });
    expect(warnings).toEqual([]);
  });

  it("has the MRN that the server assigns", async () => {
    place.server.habits.rewrites = {
      identifier: [{ system: MRN_SYSTEM, type: { coding: [{ code: "MR" }] }, value: "M-77" }],
    };
    const findings = { ...FULL, if_none_exist: "ignored", identifier_search: "unknown" } as const;
    const { patient, warnings } = await create(newId(), findings, { mrn_system: MRN_SYSTEM });
    expect(patient.mrn).toBe("M-77");
    expect(warnings).toEqual([]);
  });

  it("has the server's id for an MRN, never our key, where none is assigned", async () => {
    const { patient } = await create();
    expect(patient.mrn).toBe(patient.ehrId);
    const { warnings } = await create(newId(), FULL, { mrn_system: MRN_SYSTEM });
    expect(warnings).toEqual(["The EMR has assigned no MRN to the patient: its own id stands for it"]);
  });

  it.each([
    ["creates on a condition", FULL],
    ["ignores the condition", { ...FULL, if_none_exist: "ignored" } as const],
  ])("is created once under a key after a lost answer, by a server that %s", async (_which, findings) => {
    const key = newId();
    place.front.cuts = true;
    await expect(create(key, findings)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    await create(key, findings);
    expect(await withKey(key)).toHaveLength(1);
  });

  it("that is created and cannot be read is not said to be undone", async () => {
    place.answered = ({ method = "GET", address }, answer) =>
      method === "GET" && /\/Patient\/[^?]+$/.test(address) ? { ...answer, status: 403 } : answer;
    const key = newId();
    await expect(create(key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    expect(await withKey(key)).toHaveLength(1);
  });
});

const MIRA: Patient = {
  resourceType: "Patient",
  id: "patient-1",
  active: true,
  name: [{ family: "Kuhn", given: ["Mira"] }],
  gender: "female",
  birthDate: "1990-01-02",
  maritalStatus: { text: "Married" },
  telecom: [
    { system: "phone", value: "555-1", use: "work", rank: 2 },
    { system: "phone", value: "555-2", use: "home", rank: 1, extension: [{ url: "urn:x", valueString: "kept" }] },
    { system: "phone", value: "555-3", use: "mobile" },
    { system: "email", value: "old@example.com", use: "old" },
    { system: "email", value: "mira@example.com" },
    { system: "fax", value: "555-9" },
  ],
  address: [
    { use: "billing", line: ["PO Box 1"], city: "Troy" },
    {
      use: "home",
      line: ["2 Elm Street"],
      city: "Albany",
      state: "NY",
      postalCode: "12207",
      country: "US",
      district: "A",
    },
  ],
  communication: [{ language: { text: "English" }, preferred: true }],
  contact: [
    { relationship: [{ text: "Mother" }], name: { text: "Eva Kuhn" } },
    {
      relationship: [{ coding: [{ code: "C" }] }, { text: "Husband" }],
      name: { text: "Tim Kuhn" },
      telecom: [{ system: "phone", value: "555-7" }],
      gender: "male",
    },
  ],
};

const thePatient = async (): Promise<Patient | undefined> =>
  (await place.server.held<Patient>("Patient")).find(({ id }) => id === MIRA.id);

const change = (changes: EmrPatientChanges, findings: Partial<FhirFindings> = FULL) =>
  place.open(findings).updatePatient(MIRA.id ?? "", changes, { idempotencyKey: newId(), signal: never });

describe("a change of contact data", () => {
  beforeEach(() => place.server.load([MIRA]));

  it.each([
    ["compares versions", FULL, {}],
    ["compares none", { ...FULL, if_match: "ignored" } as const, { ifMatch: "ignored" }],
    ["takes JSON Patches alone", FULL, { updates: "PATCH" }],
  ] as const)("sets what is shown, and loses nothing else, on a server that %s", async (_which, findings, habits) => {
    Object.assign(place.server.habits, habits);
    const changes: EmrPatientChanges = {
      phone: "555-20",
      mobilePhone: "555-30",
      email: "new@example.com",
      preferredLanguage: "es",
      address: { street: "3 Oak Street", city: "Troy", state: "NY", zip: "12180" },
      emergencyContact: { name: "Ida Kuhn", relationship: "Sister", phone: "555-70" },
    };
    expect(await change(changes, findings)).toMatchObject({ ...changes, lastName: "Kuhn" });
    const { meta: _meta, identifier: _identifier, ...held } = (await thePatient()) ?? ({} as Patient);
    const telecom = MIRA.telecom ?? [];
    expect(held).toMatchObject({
      ...MIRA,
      telecom: [
        telecom[0],
        { ...telecom[1], value: "555-20" },
        { ...telecom[2], value: "555-30" },
        telecom[3],
        { ...telecom[4], value: "new@example.com" },
        telecom[5],
      ],
      address: [
        MIRA.address?.[0],
        { use: "home", line: ["3 Oak Street"], city: "Troy", state: "NY", postalCode: "12180", country: "US" },
      ],
      communication: [
        { language: { text: "es" }, preferred: true },
        { language: { text: "English" }, preferred: false },
      ],
      contact: [MIRA.contact?.[0], { name: { text: "Ida Kuhn" } }],
    });
    expect(held.address?.[1]).not.toHaveProperty("district");
    expect(held.contact?.[1]).not.toHaveProperty("gender");
  });

  it("keeps what else is known of a contact who stays the same person", async () => {
    await change({ emergencyContact: { name: "Tim Kuhn", relationship: "Husband", phone: "555-71" } });
    expect((await thePatient())?.contact?.[1]).toMatchObject({
      gender: "male",
      telecom: [{ system: "phone", value: "555-71" }],
    });
  });

  it("keeps a number that is removed as a former one", async () => {
    expect(await change({ mobilePhone: null, email: "" })).toMatchObject({ mobilePhone: null, email: "" });
    const telecom = (await thePatient())?.telecom ?? [];
    expect(telecom).toHaveLength(6);
    expect(telecom.filter(({ use }) => use === "old").map(({ value }) => value)).toEqual([
      "555-3",
      "old@example.com",
      "mira@example.com",
    ]);
  });

  it("adds a telephone beside a mobile one, which stays, and shows it first", async () => {
    await place.server.load([{ ...MIRA, telecom: [{ system: "phone", value: "555-3", use: "mobile", rank: 1 }] }]);
    expect(await change({ phone: "555-20" })).toMatchObject({ phone: "555-20", mobilePhone: "555-3" });
  });

  it("adds what was never there", async () => {
    const { telecom: _t, address: _a, communication: _c, contact: _o, ...bare } = MIRA;
    await place.server.load([bare]);
    const changes: EmrPatientChanges = {
      phone: "555-20",
      mobilePhone: "555-30",
      email: "new@example.com",
      preferredLanguage: "Spanish",
      address: { street: "3 Oak Street", city: "", state: "", zip: "" },
      emergencyContact: { name: "Ida Kuhn", relationship: null, phone: null },
    };
    expect(await change(changes)).toMatchObject(changes);
  });

  it("names the fields, and no value, if another has changed the same meanwhile", async () => {
    place.before = async ({ method }) => {
      if (method !== "PUT") return;
      const telecom = [{ system: "phone" as const, value: "555-999" }];
      await place.server.load([{ ...MIRA, telecom }]);
    };
    await expect(change({ phone: "555-20" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: expect.not.stringContaining("555"),
      conflicts: [{ field: "telephone", ours: "555-20", theirs: "555-999" }],
    });
  });

  it("is refused for a patient who was merged into another one, and told as gone for an unknown one", async () => {
    await place.server.load([{ ...MIRA, link: [{ other: { reference: "Patient/2" }, type: "replaced-by" }] }]);
    await expect(change({ phone: "555-20" })).rejects.toMatchObject({ kind: "validation", notDone: true });
    await place.server.remove("Patient", "patient-1");
    await expect(change({ phone: "555-20" })).rejects.toMatchObject({ reasons: [{ code: "record_not_found" }] });
  });
});
