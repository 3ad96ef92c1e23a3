import type { FhirResource } from "fhir/r4";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jane, MRN } from "#lib/testing/fhir/jane";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { loadAny, readAllIds, readFrom, readWhole } from "#lib/testing/fhir/read-from";
import { NO_QUIRKS } from "#lib/testing/fhir/replay/quirks";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";

const now = AbortSignal.timeout(30_000);

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

const load = (...resources: object[]) => loadAny(server, resources);
const open = (options: Parameters<typeof readFrom>[1] = {}) => readFrom(server.baseUrl, options);

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
  await expect(reads.readReferral("S7", now)).rejects.toMatchObject({ kind: "passing", message: nobody });
});

it("calls no referral absent whose patient is not answered: its change may be done", async () => {
  const replay = await startReplayServer({ ...NO_QUIRKS, statuses: { "Patient/P1": 503 } });
  const referral = {
    resourceType: "ServiceRequest",
    id: "S1",
    status: "active",
    intent: "order",
    category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
    subject: { reference: "Patient/P1" },
    authoredOn: "2026-03-01",
  };
  try {
    await replay.load([jane, referral] as FhirResource[]);
    await expect(readFrom(replay.baseUrl).readReferral("S1", now)).rejects.toMatchObject({ kind: "passing" });
    replay.quirks = NO_QUIRKS;
    expect(await readFrom(replay.baseUrl).readReferral("S1", now)).toMatchObject({ ehrId: "S1", patientMrn: "M-1" });
  } finally {
    await replay.stop();
  }
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
