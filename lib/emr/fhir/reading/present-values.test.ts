import type { FhirResource } from "fhir/r4";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readFrom, readWhole } from "#lib/testing/fhir/read-from";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";

let server: ReplayServer;
beforeEach(async () => {
  server = await startReplayServer();
});
afterEach(() => server.stop());

const YEAR = new Date().getUTCFullYear();
const MRN = { type: { coding: [{ code: "MR" }] }, system: "urn:clinic", value: "7" };
const now = { family: "Now", given: ["Ada"] };
const before = { family: "Before", given: ["Ada"] };
const phone = (value: string, rest: object = {}) => ({ system: "phone", value, ...rest });

it.each<[string, object, object]>([
  [
    "a name that begins next year",
    { name: [{ ...before, period: { start: `${YEAR + 1}` } }, now] },
    { lastName: "Now" },
  ],
  [
    "a name that ended last year, to the year",
    { name: [{ ...before, period: { end: `${YEAR - 1}` } }, now] },
    { lastName: "Now" },
  ],
  [
    "a name that ends this year, to the year",
    {
      name: [
        { ...now, period: { end: `${YEAR}` } },
        { ...before, use: "old" },
      ],
    },
    { lastName: "Now" },
  ],
  [
    "a name that ended in a month",
    { name: [{ ...before, period: { end: `${YEAR - 1}-06` } }, now] },
    { lastName: "Now" },
  ],
  [
    "a maiden name first",
    {
      name: [
        { ...before, use: "maiden" },
        { ...now, use: "official" },
      ],
    },
    { lastName: "Now" },
  ],
  [
    "a nickname first",
    {
      name: [
        { given: ["Addie"], use: "nickname" },
        { ...now, use: "official" },
      ],
    },
    { lastName: "Now", firstName: "Ada" },
  ],
  ["only a former name", { name: [{ ...before, use: "old" }] }, { lastName: "Before" }],
  ["a period that is no date", { name: [{ ...now, period: { end: "unknown" } }] }, { lastName: "Now" }],
  [
    "a telephone that ended",
    { telecom: [phone("555-1", { period: { end: "2020-01-01" } }), phone("555-2")] },
    { phone: "555-2" },
  ],
  ["a telephone marked old", { telecom: [phone("555-1", { use: "old" }), phone("555-2")] }, { phone: "555-2" }],
  [
    "a second telephone of a lower rank",
    { telecom: [phone("555-1", { rank: 2 }), phone("555-2", { rank: 1 })] },
    { phone: "555-2" },
  ],
  [
    "a social security number by its OID, first",
    { identifier: [{ system: "urn:oid:2.16.840.1.113883.4.1", value: "123456789" }, MRN] },
    { mrn: "7" },
  ],
  [
    "a social security number by its type, first",
    { identifier: [{ type: { coding: [{ code: "SS" }] }, system: "urn:us", value: "123456789" }, MRN] },
    { mrn: "7" },
  ],
  [
    "an MRN that ended, first",
    { identifier: [{ ...MRN, value: "6", period: { end: "2020-01-01" } }, MRN] },
    { mrn: "7" },
  ],
  ["an MRN marked old, first", { identifier: [{ ...MRN, value: "6", use: "old" }, MRN] }, { mrn: "7" }],
])("shows what holds now: %s", async (_what, given, expected) => {
  const patient = { resourceType: "Patient", id: "p1", name: [now], identifier: [MRN], ...given };
  await server.load([patient] as unknown as FhirResource[]);
  const { records } = await readWhole(readFrom(server.baseUrl), "patients");
  expect(records).toMatchObject([expected]);
});

const order = (rest: object) => ({
  resourceType: "ServiceRequest",
  id: "s1",
  status: "active",
  intent: "order",
  code: { text: "Something" },
  subject: { reference: "Patient/p1" },
  authoredOn: "2026-01-02T10:00:00Z",
  ...rest,
});
const category = (coding: object, rest: object = {}) => ({ category: [{ coding: [coding], ...rest }] });
const SNOMED = "http://snomed.info/sct";

it.each<[string, object, boolean]>([
  ["a category by its text alone, in capitals", { category: [{ text: "REFERRAL" }] }, true],
  [
    "a local code that is called so",
    category({ system: "urn:local", code: "9", display: "Referral to specialist" }),
    true,
  ],
  [
    "the second of two categories",
    { category: [{ text: "Urgent" }, { coding: [{ system: SNOMED, code: "3457005" }] }] },
    true,
  ],
  ["a laboratory order by its category", category({ system: SNOMED, code: "108252007" }), false],
  ["an image by its category", category({ system: SNOMED, code: "363679005" }), false],
  [
    "no category, and a code of LOINC",
    { code: { coding: [{ system: "http://loinc.org", code: "2345-7" }], text: "Glucose" } },
    false,
  ],
  ["no category, and a referral by its code", { code: { coding: [{ system: SNOMED, code: "306206005" }] } }, true],
  ["one entered in error", { ...category({ system: SNOMED, code: "3457005" }), status: "entered-in-error" }, false],
])("knows a referral: %s", async (_what, rest, isShown) => {
  await server.load([{ resourceType: "Patient", id: "p1" }, order(rest)] as unknown as FhirResource[]);
  const { records } = await readWhole(readFrom(server.baseUrl), "referrals");
  expect(records).toHaveLength(isShown ? 1 : 0);
});
