import { afterEach, beforeEach, expect, it } from "vitest";
import { jane } from "#lib/testing/fhir/jane";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { loadAny, readFrom, readWhole } from "#lib/testing/fhir/read-from";

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

const load = (...resources: object[]) => loadAny(server, resources);
const open = (options: Parameters<typeof readFrom>[1] = {}) => readFrom(server.baseUrl, options);

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

it("names whom to call in an emergency, by HL7's codes or words, if the contact holds now", async () => {
  const contact = (relationship: object[], others: object = {}) => ({
    relationship,
    name: { family: "Rivers", given: ["Sam", "Lee"] },
    telecom: [
      { system: "email", value: "sam@example.org" },
      { system: "phone", value: "555-0199", rank: 2 },
      { system: "phone", value: "555-0198", rank: 1 },
    ],
    ...others,
  });
  const coded = (code: string) => ({
    coding: [{ system: "http://terminology.hl7.org/CodeSystem/v2-0131", code }],
  });
  const wife = { text: "Wife" };
  const all: Record<string, object[] | object> = {
    P1: [contact([coded("N")]), contact([coded("C"), wife])],
    P2: [contact([{ text: "Emergency contact" }], { name: undefined })],
    P3: [contact([coded("C")], { period: { end: "2001-01-01" } }), contact([coded("N")])],
    P4: [contact([coded("C")], { name: { text: "The Neighbours" }, telecom: [] })],
    P5: [contact([coded("C")], { name: null, telecom: "none" })],
    P6: { relationship: "C" },
    P7: [contact([{ coding: [{ code: "ECON" }] }], { name: undefined, organization: { display: "Shelter" } })],
    P8: [null, 7, contact([], { relationship: undefined })],
  };
  await load(...Object.entries(all).map(([id, contacts]) => ({ ...jane, id, contact: contacts })));
  const { records, faulty } = await readWhole(open(), "patients");
  const sam = { name: "Sam Lee Rivers", relationship: null, phone: "555-0198" };
  expect(faulty).toEqual([]);
  expect(Object.fromEntries(records.map(({ ehrId, emergencyContact }) => [ehrId, emergencyContact]))).toEqual({
    P1: { ...sam, relationship: "Wife" },
    P2: { ...sam, name: "" },
    P3: null,
    P4: { name: "The Neighbours", relationship: null, phone: null },
    P5: null,
    P6: null,
    P7: { ...sam, name: "Shelter" },
    P8: null,
  });
});
