import type { Coverage, Organization, Patient } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey } from "#lib/emr/fhir/job-key";
import type { EmrInsuranceChanges, EmrNewInsurance } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const CLASSES = "http://terminology.hl7.org/CodeSystem/coverage-class";

const SHIELD: EmrNewInsurance = {
  patientEhrId: "patient-1",
  payerId: null,
  payerName: 'Blue Shield | "Zürich" & Söhne, $1?',
  memberId: "BSX 904|1",
  groupNumber: "G-2041",
  priority: 1,
  relationship: "spouse",
  subscriber: "Luis Ávila",
};

const PAYER: Organization = {
  resourceType: "Organization",
  id: "org-7",
  name: "Aetna",
  type: [{ coding: [{ system: "http://terminology.hl7.org/CodeSystem/organization-type", code: "ins" }] }],
};

const held = () => place.server.held<Coverage>("Coverage");
const withKey = async (key: string) => (await held()).filter((each) => hasKey(each, key));

async function create(asked: Partial<EmrNewInsurance> = {}, key = newId(), findings: Partial<FhirFindings> = FULL) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  const insurance = await place.open(findings).createInsurance({ ...SHIELD, ...asked }, options);
  return { insurance, warnings };
}

describe("a new insurance", () => {
  it("has all that was asked for, and is returned as the server keeps it", async () => {
    const key = newId();
    const { insurance, warnings } = await create({}, key);
    const [kept] = await withKey(key);
    expect(kept).toMatchObject({
      status: "active",
      beneficiary: { reference: "Patient/patient-1" },
      payor: [{ display: SHIELD.payerName }],
      subscriberId: "BSX 904|1",
      class: [{ type: { coding: [{ system: CLASSES, code: "group" }] }, value: "G-2041" }],
      order: 1,
      relationship: { coding: [{ code: "spouse" }] },
      subscriber: { display: "Luis Ávila" },
    });
    expect([insurance, warnings]).toEqual([{ ...SHIELD, emrInsuranceId: kept?.id }, []]);
  });

  it("of the patient's own has the patient as its subscriber", async () => {
    const { insurance } = await create({ relationship: "self", subscriber: null, groupNumber: null });
    expect((await held())[0]?.subscriber).toEqual({ reference: "Patient/patient-1" });
    expect(insurance).toMatchObject({ relationship: "self", subscriber: null, groupNumber: null });
  });

  it("refers to the organization of a listed payer, whose name is read where the server shows none beside it", async () => {
    await place.server.load([PAYER]);
    place.server.habits.rewrites = { payor: [{ reference: "Organization/org-7" }] };
    const { insurance, warnings } = await create({ payerId: "org-7", payerName: "Aetna" });
    expect([insurance.payerId, insurance.payerName, warnings]).toEqual(["org-7", "Aetna", []]);
  });

  it.each([
    ["creates on a condition", FULL],
    ["ignores the condition", { ...FULL, if_none_exist: "ignored" } as const],
  ])("is created once under a key after a lost answer, by a server that %s", async (_which, findings) => {
    const key = newId();
    place.front.cuts = true;
    await expect(create({}, key, findings)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    expect(await place.open(findings).findWrite(key, never)).toBe((await withKey(key))[0]?.id);
    await create({}, key, findings);
    expect(await withKey(key)).toHaveLength(1);
  });

  it("that was added is not called a duplicate when it is sent again and another one has its priority by now", async () => {
    const key = newId();
    await create({}, key);
    await place.server.load([{ ...THEIRS, order: 1 }]);
    expect((await create({}, key)).insurance.memberId).toBe("BSX 904|1");
    expect(await withKey(key)).toHaveLength(1);
  });

  it.each<[string, Partial<Coverage>, RegExp]>([
    ["the same priority", { order: 1 }, /of this priority/],
    [
      "the same number of the same payer",
      { subscriberId: SHIELD.memberId, payor: [{ display: SHIELD.payerName.toLowerCase() }] },
      /member number/,
    ],
  ])("is refused as a duplicate where the patient has one with %s", async (_which, theirs, words) => {
    await place.server.load([{ ...THEIRS, ...theirs }]);
    await expect(create()).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: expect.stringMatching(words),
      reasons: [{ code: "duplicate" }],
    });
    expect(await held()).toHaveLength(1);
  });

  it.each<[string, Partial<Coverage>]>([
    ["is cancelled", { status: "cancelled" }],
    ["has ended", { period: { end: "2020-12-31" } }],
    ["is another patient's", { beneficiary: { reference: "Patient/patient-2" } }],
  ])("is no duplicate of one that %s", async (_which, theirs) => {
    await place.server.load([
      { resourceType: "Patient", id: "patient-2", name: [{ family: "Frei" }] },
      { ...THEIRS, order: 1, ...theirs },
    ]);
    expect((await create()).insurance.priority).toBe(1);
  });

  it("is compared with one that names the patient by a number alone", async () => {
    const beneficiary = { identifier: { system: "https://ehr.example/mrn", value: "M-1" } };
    await place.server.load([{ ...THEIRS, order: 1 }]);
    place.answered = ({ address }, answer) => {
      if (!address.includes("Coverage?patient")) return answer;
      const bundle = JSON.parse(String(answer.body));
      for (const { resource } of bundle.entry) resource.beneficiary = beneficiary;
      return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
    };
    await expect(create()).rejects.toMatchObject({ reasons: [{ code: "duplicate" }] });
  });

  it("is not sent, for now, to a server that returns the insurances of others", async () => {
    await place.server.load([
      { resourceType: "Patient", id: "patient-2", name: [{ family: "Frei" }] },
      { ...THEIRS, beneficiary: { reference: "Patient/patient-2" } },
    ]);
    place.server.habits.parameters = { patient: "ignored" };
    await expect(create()).rejects.toMatchObject({ kind: "passing", notDone: true });
    expect([place.contradicted, await held()]).toEqual([["coverage_patient_search"], [expect.anything()]]);
  });

  it("is added with a warning by a server that keeps no priority and another payer", async () => {
    place.server.habits.rewrites = { order: undefined, payor: [{ display: "Self pay" }] };
    const { insurance, warnings } = await create();
    expect([insurance.priority, insurance.payerName]).toEqual([null, "Self pay"]);
    expect(warnings).toEqual(["The EMR keeps the insurance otherwise than it was sent: another payer, no priority"]);
  });

  it("that is refused names the field in words, and no value", async () => {
    place.answered = ({ method }, answer) =>
      method === "POST"
        ? {
            ...answer,
            status: 422,
            body: Buffer.from(
              JSON.stringify({
                resourceType: "OperationOutcome",
                issue: [
                  {
                    severity: "error",
                    code: "value",
                    diagnostics: "'BSX 904' is unknown",
                    expression: ["Coverage.subscriberId"],
                  },
                ],
              }),
            ),
          }
        : answer;
    await expect(create()).rejects.toMatchObject({
      kind: "validation",
      message: "The EMR does not accept the value of the member number: … is unknown",
    });
  });

  it("is found where a 412 says that several carry its key, and another test of the connection is asked for where none does", async () => {
    const key = newId();
    const { insurance } = await create({}, key);
    place.answered = ({ method }, answer) => (method === "POST" ? { ...answer, status: 412 } : answer);
    expect((await create({}, key)).insurance.emrInsuranceId).toBe(insurance.emrInsuranceId);
    expect(place.contradicted).toEqual([]);
    place.server.habits.isBusy = true;
    await expect(create({ priority: 2, memberId: "M-9" })).rejects.toMatchObject({ kind: "validation" });
    expect(place.contradicted).toEqual(["if_none_exist"]);
    expect(await held()).toHaveLength(1);
  });

  it("waits for a server that is busy", async () => {
    place.server.habits.isBusy = true;
    await expect(create()).rejects.toMatchObject({ kind: "passing", notDone: true });
  });

  it("that is added and cannot be read is not said to be undone", async () => {
    place.answered = ({ method = "GET", address }, answer) =>
      method === "GET" && /\/Coverage\/[^?]+$/.test(address) ? { ...answer, status: 403 } : answer;
    const key = newId();
    await expect(create({}, key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    expect(await withKey(key)).toHaveLength(1);
  });
});

const OLD_PAYER: Organization = { resourceType: "Organization", id: "payer", name: "Old Payer" };
const OTHER: Patient = { resourceType: "Patient", id: "other", name: [{ given: ["Jan"], family: "Kuhn" }] };

/** An insurance that the EMR's own staff entered. */
const THEIRS: Coverage = {
  resourceType: "Coverage",
  id: "cov-1",
  identifier: [
    { system: "https://payer.example", type: { coding: [{ code: "MB" }] }, value: "M-1" },
    { system: "https://ehr.example/policy", value: "P-1" },
  ],
  status: "active",
  contained: [OLD_PAYER, OTHER],
  beneficiary: { reference: "Patient/patient-1" },
  subscriber: { reference: "#other" },
  relationship: { coding: [{ code: "injured" }] },
  payor: [{ reference: "#payer" }, { display: "Second payer" }],
  class: [
    { type: { coding: [{ system: CLASSES, code: "plan" }] }, value: "GOLD" },
    { type: { coding: [{ system: CLASSES, code: "group" }], text: "Group" }, value: "G-1", name: "Old group" },
  ],
  order: 2,
  dependent: "01",
  period: { start: "2020-01-01" },
};

async function change(changes: EmrInsuranceChanges, key = newId(), findings: Partial<FhirFindings> = FULL) {
  return place.open(findings).updateInsurance("cov-1", changes, { idempotencyKey: key, signal: never });
}

describe("a changed insurance", () => {
  beforeEach(() => place.server.load([THEIRS]));

  it("has the new values, and all else as it was", async () => {
    const changes: EmrInsuranceChanges = {
      payerId: null,
      payerName: "Blue Shield",
      memberId: "M-2",
      groupNumber: "G-2",
      priority: 3,
      relationship: "child",
      subscriber: "Luis Ávila",
    };
    expect(await change(changes)).toEqual({ ...changes, emrInsuranceId: "cov-1", patientEhrId: "patient-1" });
    const [kept] = await held();
    expect(kept).toMatchObject({
      status: "active",
      payor: [{ display: "Blue Shield" }, { display: "Second payer" }],
      subscriberId: "M-2",
      class: [
        { type: { coding: [{ code: "plan" }] }, value: "GOLD" },
        { type: { text: "Group" }, value: "G-2" },
      ],
      order: 3,
      subscriber: { display: "Luis Ávila" },
      dependent: "01",
      period: { start: "2020-01-01" },
    });
    expect(kept?.contained).toBeUndefined();
    expect(kept?.class?.[1]?.name).toBeUndefined();
    expect(kept?.identifier).toMatchObject([{ value: "M-2" }, { value: "P-1" }, { use: "secondary" }]);
  });

  it("is read with what stands inside of it", async () => {
    expect(await change({ priority: 3 })).toEqual({
      emrInsuranceId: "cov-1",
      patientEhrId: "patient-1",
      payerId: null,
      payerName: "Old Payer",
      memberId: "M-1",
      groupNumber: "G-1",
      priority: 3,
      relationship: "other",
      subscriber: "Jan Kuhn",
    });
    expect((await held())[0]?.contained).toHaveLength(2);
  });

  it("becomes the patient's own, and somebody else's again", async () => {
    expect(await change({ relationship: "self" })).toMatchObject({ relationship: "self", subscriber: null });
    expect((await held())[0]?.subscriber).toEqual({ reference: "Patient/patient-1" });
    expect((await held())[0]?.contained).toMatchObject([{ id: "payer" }]);
    expect(await change({ subscriber: "Mira Kuhn" })).toMatchObject({ relationship: "self", subscriber: "Mira Kuhn" });
    const next = { relationship: "parent", subscriber: "Ida Kuhn" } as const;
    expect(await change(next)).toMatchObject(next);
    expect((await held())[0]?.subscriber).toEqual({ display: "Ida Kuhn" });
  });

  it("is made onto what another changed meanwhile, and is refused if that is the same field", async () => {
    const meanwhile = (theirs: Partial<Coverage>) => {
      let isDone = false;
      place.before = async ({ method }) => {
        if (method !== "PUT" || isDone) return;
        isDone = true;
        await place.server.load([{ ...THEIRS, ...theirs }]);
      };
    };
    meanwhile({ dependent: "02" });
    expect((await change({ memberId: "M-2" })).memberId).toBe("M-2");
    expect((await held())[0]).toMatchObject({ dependent: "02", subscriberId: "M-2" });
    await place.server.load([THEIRS]);
    meanwhile({ subscriberId: "M-9" });
    await expect(change({ memberId: "M-2" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: expect.not.stringContaining("M-9"),
      conflicts: [{ field: "member number", ours: "M-2", theirs: "M-9" }],
    });
  });

  it.each(["PUT", "PATCH"] as const)(
    "is made onto the version that a 412 to its %s has shown to be newer",
    async (method) => {
      place.server.habits.updates = method;
      const answers: (number | null)[] = [];
      let isDone = false;
      place.before = async (asked) => {
        if (asked.method !== method || isDone) return;
        isDone = true;
        await place.server.load([{ ...THEIRS, dependent: "02" }]);
      };
      place.answered = (asked, answer) => {
        if (asked.method === method) answers.push(answer.status);
        return answer;
      };
      expect((await change({ memberId: "M-2" })).memberId).toBe("M-2");
      expect(answers).toEqual([412, 200]);
      expect(await held()).toMatchObject([{ dependent: "02", subscriberId: "M-2" }]);
    },
  );

  it("waits, and is not done, while others change it before each of its sendings", async () => {
    let version = 0;
    place.before = async ({ method }) => {
      if (method === "PUT") await place.server.load([{ ...THEIRS, dependent: `${version++}` }]);
    };
    await expect(change({ memberId: "M-2" })).rejects.toMatchObject({ kind: "passing", notDone: true });
    expect((await held())[0]?.subscriberId).toBeUndefined();
    expect(version).toBe(5);
  });

  it("has the connection probed again if the present version is answered with 412", async () => {
    place.answered = ({ method }, answer) => (method === "PUT" ? { ...answer, status: 412 } : answer);
    place.server.habits.isBusy = true;
    await expect(change({ memberId: "M-2" })).rejects.toMatchObject({ kind: "validation", notDone: true });
    expect(place.contradicted).toEqual(["if_match"]);
    expect((await held())[0]?.subscriberId).toBeUndefined();
  });

  it("is done once if the 412 came after it was done", async () => {
    const key = newId();
    place.answered = ({ method }, answer) => (method === "PUT" ? { ...answer, status: 412 } : answer);
    expect((await change({ memberId: "M-2" }, key)).memberId).toBe("M-2");
    expect(place.contradicted).toEqual([]);
    expect((await withKey(key)).map(({ subscriberId }) => subscriberId)).toEqual(["M-2"]);
  });

  it.each([
    ["compares versions", FULL],
    ["compares none", { ...FULL, if_match: "ignored" } as const],
  ])("is changed once after a lost answer, by a server that %s", async (_which, findings) => {
    const key = newId();
    place.front.cuts = true;
    await expect(change({ priority: 3 }, key, findings)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    // Its staff add one of that priority before the job is sent again.
    await place.server.load([{ ...THEIRS, id: "cov-2", order: 3, identifier: [] }]);
    const { versionId } = (await held()).find(({ id }) => id === "cov-1")?.meta ?? {};
    expect((await change({ priority: 3 }, key, findings)).priority).toBe(3);
    expect((await held()).find(({ id }) => id === "cov-1")?.meta?.versionId).toBe(versionId);
  });

  it("is changed by JSON Patch where the server takes no whole record", async () => {
    place.server.habits.updates = "PATCH";
    expect((await change({ memberId: "M-2", payerId: null, payerName: "Blue Shield" })).memberId).toBe("M-2");
  });

  it("fails and names the fields that the server did not keep", async () => {
    place.server.habits.readOnly = ["payor"];
    await expect(change({ payerId: null, payerName: "Blue Shield", priority: 3 })).rejects.toMatchObject({
      kind: "validation",
      notDone: false,
      isSettled: true,
      message: "The EMR took the change of the insurance and did not keep its payer",
    });
  });

  it("is a duplicate with the priority or the number of another one", async () => {
    await place.server.load([{ ...THEIRS, id: "cov-2", order: 1, identifier: [], subscriberId: "M-7" }]);
    const refused = { kind: "validation", notDone: true, reasons: [{ code: "duplicate" }] };
    await expect(change({ priority: 1 })).rejects.toMatchObject(refused);
    await expect(change({ memberId: "M-7" })).rejects.toMatchObject(refused);
    expect(await change({ priority: 3, memberId: "M-8" })).toMatchObject({ priority: 3 });
  });

  it.each<[string, Partial<Coverage>, string]>([
    ["cancelled", { status: "cancelled" }, "The insurance is cancelled in the EMR: add a new one"],
    [
      "shown in part",
      { meta: { tag: [{ code: "SUBSETTED" }] } },
      "The EMR shows only a part of the insurance: writing it back would delete the rest",
    ],
  ])("is refused where it is %s", async (_which, theirs, message) => {
    await place.server.load([{ ...THEIRS, ...theirs }]);
    await expect(change({ groupNumber: "G-2" })).rejects.toMatchObject({ kind: "validation", notDone: true, message });
  });

  it("is told as gone where the server has it no more", async () => {
    await place.server.remove("Coverage", "cov-1");
    for (const changes of [{ groupNumber: "G-2" }, { priority: 3 }])
      await expect(change(changes)).rejects.toMatchObject({ reasons: [{ code: "record_not_found" }] });
  });
});

it("other writes are found although the search of insurances ignores the identifier, as a test has shown", async () => {
  await place.server.load([THEIRS]);
  place.server.habits.parameters = { identifier: "ignored" };
  const findings = { ...FULL, readable: ["Coverage"], coverage_identifier_search: "ignored" as const };
  expect(await place.open(findings).findWrite(newId(), never)).toBeNull();
});
