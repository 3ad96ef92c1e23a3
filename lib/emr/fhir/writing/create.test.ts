import type { FhirResource } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasKey, keyIdentifier } from "#lib/emr/fhir/job-key";
import type { WriteOptions } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";
import type { WrittenType } from "./find-write.ts";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

type Writing = ReturnType<WritingPlace["open"]>;

const never = new AbortController().signal;
const once = (idempotencyKey: string) => ({ idempotencyKey, signal: never });

const note = {
  patientEhrId: "patient-1",
  subject: "Call",
  note: "Feels better – «much» better",
  locationEmrId: "location-1",
  categoryIds: [],
};
const order = {
  patientEhrId: "patient-1",
  type: "lab" as const,
  itemIds: ["http://loinc.org|24323-8"],
  providerEhrId: "101",
  priority: "stat" as const,
  notes: "Fasting",
};
const task = {
  patientEhrId: "patient-1",
  description: "Call back",
  subject: "Results",
  assigneeUserId: "101",
  phoneCallTypeId: null,
  notifyList: ["101"],
  locationEmrId: "location-1",
  taskType: "General",
  details: "Laboratory",
  assignedTo: null,
  facilityId: null,
  dueDate: "2026-03-09",
  startDate: "2026-03-02",
  priority: "High" as const,
};
const referral = {
  patientEhrId: "patient-1",
  direction: "incoming" as const,
  referringProviderEhrId: "101",
  reason: "Back pain",
  priority: "urgent" as const,
  notes: "Since spring",
  priorAuthorizationCode: "PA-7",
  specialtyId: "http://snomed.info/sct|394801008|Trauma",
  locationEmrId: "location-1",
  startDate: "2026-03-02",
  endDate: "2026-06-30",
  visitsAllowed: 6,
  assignedToId: "101",
};

interface Creating {
  name: string;
  type: WrittenType;
  write(emr: Writing, options: WriteOptions): Promise<string>;
  written: object;
}

const CREATES: Creating[] = [
  {
    name: "a chart note",
    type: "DocumentReference",
    write: async (emr, options) => (await emr.createPatientNote(note, options)).emrNoteId,
    written: {
      status: "current",
      type: { coding: [{ system: "http://loinc.org", code: "34109-9" }] },
      subject: { reference: "Patient/patient-1" },
      description: "Call",
      content: [
        {
          attachment: {
            contentType: "text/plain; charset=utf-8",
            data: Buffer.from(note.note).toString("base64"),
            title: "Call",
          },
        },
      ],
      category: [{ coding: [{ code: "clinical-note" }] }],
      author: [{ display: "Clinical Records Console" }],
      context: {
        period: { start: expect.any(String), end: expect.any(String) },
        related: [{ reference: "Location/location-1" }],
      },
    },
  },
  {
    name: "a message",
    type: "Communication",
    write: async (emr, options) =>
      (await emr.sendMessage({ providerEhrId: "101", subject: "Refill", message: "Before Friday." }, options))
        .emrMessageId,
    written: {
      status: "in-progress",
      topic: { text: "Refill" },
      recipient: [{ reference: "Practitioner/101" }],
      payload: [{ contentString: "Before Friday." }],
    },
  },
  {
    name: "a task",
    type: "Task",
    write: async (emr, options) => (await emr.createTask(task, options)).emrTaskId,
    written: {
      status: "requested",
      intent: "order",
      priority: "urgent",
      code: { text: "General" },
      description: "Call back",
      reasonCode: { text: "Laboratory" },
      for: { reference: "Patient/patient-1" },
      owner: { reference: "Practitioner/101" },
      location: { reference: "Location/location-1" },
      restriction: { period: { start: "2026-03-02", end: "2026-03-09" } },
      input: [
        { type: { text: "Subject" }, valueString: "Results" },
        { type: { text: "Notify" }, valueReference: { reference: "Practitioner/101" } },
      ],
    },
  },
  {
    name: "an order",
    type: "ServiceRequest",
    write: async (emr, options) => (await emr.createOrder(order, options)).emrOrderId,
    written: {
      status: "active",
      intent: "order",
      priority: "stat",
      category: [{ coding: [{ code: "108252007" }] }],
      code: { coding: [{ system: "http://loinc.org", code: "24323-8" }] },
      subject: { reference: "Patient/patient-1" },
      requester: { reference: "Practitioner/101" },
      note: [{ text: "Fasting" }],
    },
  },
  {
    name: "a referral",
    type: "ServiceRequest",
    write: async (emr, options) => (await emr.createReferral(referral, options)).ehrId,
    written: {
      status: "active",
      intent: "order",
      priority: "urgent",
      category: [{ coding: [{ code: "3457005" }] }],
      code: { coding: [{ code: "3457005" }] },
      subject: { reference: "Patient/patient-1" },
      requester: { reference: "Practitioner/101" },
      reasonCode: [{ text: "Back pain" }],
      note: [{ text: "Since spring" }],
      performerType: { coding: [{ system: "http://snomed.info/sct", code: "394801008" }], text: "Trauma" },
      locationReference: [{ reference: "Location/location-1" }],
      occurrencePeriod: { start: "2026-03-02", end: "2026-06-30" },
      quantityQuantity: { value: 6 },
    },
  },
];

const LOOKED_FOR = { ...FULL, if_none_exist: "unknown" } as const;

/** Returns the resources that carry one of the keys, by the server's own records. */
async function held(type: WrittenType, ...keys: string[]): Promise<FhirResource[]> {
  const all = await place.server.held<FhirResource>(type);
  return all.filter((resource) => keys.some((key) => hasKey(resource, key)));
}

describe.each(CREATES)("$name", ({ type, write, written }) => {
  it("is written as FHIR has it, with the key of its job", async () => {
    const key = newId();
    const id = await write(place.open(FULL), once(key));
    expect(await held(type, key)).toMatchObject([{ id, ...written }]);
  });

  it.each([
    ["once under a condition", FULL, "works"],
    ["looked for before and after", LOOKED_FOR, "ignored"],
  ] as const)("is done once, though its answer was cut: %s", async (_how, findings, ifNoneExist) => {
    place.server.habits.ifNoneExist = ifNoneExist;
    const [key, unsent] = [newId(), newId()];
    const emr = place.open(findings);
    place.front.cuts = true;
    await expect(write(emr, once(key))).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    const id = await emr.findWrite(key, never);
    expect(await emr.findWrite(unsent, never)).toBeNull();
    expect(await write(emr, once(key))).toBe(id);
    expect(await held(type, key)).toMatchObject([{ id }]);
  });
});

describe("a new record that the server keeps otherwise than it was sent", () => {
  const warned = async (findings: object, create = newReferralOf): Promise<string[]> => {
    const warnings: string[] = [];
    await create(place.open(findings), { ...once(newId()), warn: (sentence) => warnings.push(sentence) });
    return warnings;
  };
  const newReferralOf = (emr: Writing, options: WriteOptions): Promise<unknown> =>
    emr.createReferral(referral, options);
  const newNoteOf = (emr: Writing, options: WriteOptions): Promise<unknown> => emr.createPatientNote(note, options);

  it.each(["stored", "sent", "nothing"] as const)(
    "is a warning that names its fields: answered by what was %s",
    async (writeAnswer) => {
      place.server.habits.writeAnswer = writeAnswer;
      place.server.habits.rewrites = { note: [{ text: "Since" }], priority: "routine", extension: undefined };
      expect(await warned(FULL)).toEqual([
        "The EMR keeps the referral otherwise than it was sent: another priority, another note, no direction, no assignee",
      ]);
    },
  );

  it.each([
    ["once under a condition", FULL, "works"],
    ["looked for before and after", LOOKED_FOR, "ignored"],
  ] as const)("is the same warning if it is found by its key: %s", async (_how, findings, ifNoneExist) => {
    Object.assign(place.server.habits, { ifNoneExist, rewrites: { note: [{ text: "Since" }] } });
    const [key, emr] = [newId(), place.open(findings)];
    place.front.cuts = true;
    await expect(newReferralOf(emr, once(key))).rejects.toMatchObject({ notDone: false });
    place.front.cuts = false;
    const warnings: string[] = [];
    const options = { ...once(key), warn: (sentence: string) => void warnings.push(sentence) };
    const posts = () => place.server.requests.filter((each) => each.startsWith("POST")).length;
    const before = posts();
    const found = await emr.comparing?.createReferral?.(referral, options);
    expect([found, posts()]).toEqual([{ ehrId: await emr.findWrite(key, never) }, before]);
    expect(await newReferralOf(emr, options)).toEqual(found);
    const sentence = "The EMR keeps the referral otherwise than it was sent: another note";
    expect(warnings).toEqual([sentence, sentence]);
    await expect(emr.comparing?.createReferral?.(referral, once(newId()))).rejects.toMatchObject({ kind: "passing" });
  });

  it("is no warning if only the form differs", async () => {
    place.server.habits.rewrites = {
      subject: { reference: "https://ehr.example/fhir/Patient/patient-1", display: "Mira Kuhn" },
      note: [{ text: "Since spring\n", time: "2026-03-02T09:00:00Z" }],
      occurrencePeriod: { start: "2026-03-02T00:00:00.000Z", end: "2026-06-30" },
    };
    expect(await warned(FULL)).toEqual([]);
    place.server.habits.rewrites = {
      content: [{ attachment: { contentType: "text/plain", url: "Binary/1", title: "Call" } }],
    };
    expect(await warned(FULL, newNoteOf)).toEqual([]);
  });
});

it.each([FULL, LOOKED_FOR])("is asked again later of a server that is busy with other writes: %#", async (findings) => {
  place.server.habits.isBusy = true;
  const key = newId();
  await expect(place.open(findings).createPatientNote(note, once(key))).rejects.toMatchObject({
    kind: "passing",
    notDone: true,
    message: "The EMR is busy with other writes",
  });
  place.server.habits.isBusy = false;
  const { emrNoteId: id } = await place.open(findings).createPatientNote(note, once(key));
  expect(await held("DocumentReference", key)).toMatchObject([{ id }]);
});

it("is refused for good if the server states that it has such a record", async () => {
  const issue = [{ severity: "error", code: "duplicate" }];
  const body = Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", issue }));
  place.answered = ({ method }, answer) => (method === "POST" ? { ...answer, status: 409, body } : answer);
  await expect(place.open(FULL).createPatientNote(note, once(newId()))).rejects.toMatchObject({
    kind: "validation",
    message: "The EMR has such a record already",
  });
});

describe("a record under a condition", () => {
  const emr = () => place.open(FULL);
  const send = (key: string) => emr().createPatientNote(note, once(key));
  const withoutBody = (location: string | null) => {
    place.answered = ({ method }, answer) => {
      if (method !== "POST") return answer;
      const { location: stated = "", ...headers } = answer.headers;
      const kept =
        location === null
          ? {}
          : { location: location.replace("$id", /DocumentReference\/[^/]+/.exec(stated)?.[0] ?? "") };
      return { ...answer, headers: { ...headers, ...kept }, body: Buffer.alloc(0) };
    };
  };

  it("is done once from three places at the same time", async () => {
    const key = newId();
    const ids = await Promise.all([1, 2, 3].map(async () => (await send(key)).emrNoteId));
    expect(new Set(ids).size).toBe(1);
    expect(await held("DocumentReference", key)).toHaveLength(1);
  });

  it.each([
    ["an absolute Location with a version", "https://elsewhere.example/fhir/$id/_history/1"],
    ["a relative Location", "$id"],
    ["no Location", null],
  ])("has its id with an empty body and %s", async (_how, location) => {
    withoutBody(location);
    const key = newId();
    const { emrNoteId } = await send(key);
    expect(await held("DocumentReference", key)).toMatchObject([{ id: emrNoteId }]);
  });

  it("is the first of several that an earlier fault has left under its key", async () => {
    const key = newId();
    const twin = (id: string, lastUpdated: string) =>
      ({
        resourceType: "DocumentReference",
        id,
        status: "current",
        content: [],
        identifier: [keyIdentifier(key)],
        meta: { lastUpdated },
      }) satisfies FhirResource;
    await place.server.load([twin("later", "2026-01-02T00:00:00Z"), twin("earlier", "2026-01-01T00:00:00Z")]);
    expect(await send(key)).toEqual({ emrNoteId: "earlier" });
  });

  it("is refused if the server takes another record for it", async () => {
    const other: FhirResource = { resourceType: "DocumentReference", id: "other", status: "current", content: [] };
    await place.server.load([other]);
    place.answered = ({ method }, answer) =>
      method === "POST" ? { ...answer, status: 200, body: Buffer.from(JSON.stringify(other)) } : answer;
    await expect(send(newId())).rejects.toMatchObject({
      kind: "validation",
      message: expect.stringContaining("another record"),
    });
    expect(place.contradicted.at(-1)).toBe("if_none_exist");
  });

  it("is found if the server answers with an error after it wrote", async () => {
    const key = newId();
    place.answered = ({ method }, answer) =>
      method === "POST" ? { ...answer, status: 400, body: Buffer.alloc(0) } : answer;
    await expect(send(key)).rejects.toMatchObject({ kind: "validation" });
    expect(await emr().findWrite(key, never)).toMatch(/\w/);
  });
});

describe("a record that is looked for", () => {
  const emr = () => place.open(LOOKED_FOR);

  it("gives way to a twin that was written at the same moment", async () => {
    const key = newId();
    place.before = async ({ method }) => {
      if (method !== "POST") return;
      place.before = async () => undefined;
      await place.open(LOOKED_FOR).createTask(task, once(key));
    };
    const { emrTaskId } = await emr().createTask(task, once(key));
    expect(await held("Task", key)).toMatchObject([{ id: emrTaskId }]);
  });

  it("is certainly not done if it could not be looked for", async () => {
    const key = newId();
    place.answered = ({ method = "GET" }, answer) => (method === "GET" ? { ...answer, status: 503 } : answer);
    await expect(emr().createTask(task, once(key))).rejects.toMatchObject({ kind: "passing", notDone: true });
    place.server.habits.parameters = { identifier: "ignored" };
    place.answered = (_call, answer) => answer;
    await place.server.load([{ resourceType: "Task", id: "other", status: "requested", intent: "order" }]);
    await expect(emr().createTask(task, once(key))).rejects.toMatchObject({
      message: expect.stringContaining("does not filter by identifier"),
      notDone: true,
    });
    expect(place.contradicted.at(-1)).toBe("identifier_search");
    expect(await held("Task", key)).toEqual([]);
  });

  it("is not sent if the search for it states a failure within its answer", async () => {
    const key = newId();
    const issue = [{ severity: "error", code: "timeout" }];
    const entry = [{ search: { mode: "outcome" }, resource: { resourceType: "OperationOutcome", issue } }];
    place.answered = ({ method = "GET" }, answer) =>
      method === "GET" ? { ...answer, body: Buffer.from(JSON.stringify({ resourceType: "Bundle", entry })) } : answer;
    await expect(emr().createTask(task, once(key))).rejects.toMatchObject({ kind: "passing", notDone: true });
    expect(await held("Task", key)).toEqual([]);
  });

  it("is found on a later page than an empty first one", async () => {
    const key = newId();
    const { emrTaskId } = await emr().createTask(task, once(key));
    place.answered = ({ method = "GET", address }, answer) => {
      if (method !== "GET" || address.includes("_format")) return answer;
      const link = [{ relation: "next", url: `${address}&_format=json` }];
      return { ...answer, body: Buffer.from(JSON.stringify({ resourceType: "Bundle", link })) };
    };
    expect(await emr().findWrite(key, never)).toBe(emrTaskId);
  });

  it("is left to a person if the server was seen to find new records late", async () => {
    const late = place.open({ ...LOOKED_FOR, new_record_search: "later" });
    expect(late.repeats).toBe("never");
    await expect(late.findWrite(newId(), never)).rejects.toMatchObject({ kind: "validation" });
    const key = newId();
    await late.createTask(task, once(key));
    expect(await held("Task", key)).toHaveLength(1);
    expect(place.open({ ...LOOKED_FOR, new_record_search: "soon" }).repeats).toBe("found");
  });

  it("is refused if the server states a failure within a successful answer", async () => {
    const issue = [{ severity: "error", code: "required", expression: ["Task.for"] }];
    place.answered = ({ method }, answer) =>
      method === "POST"
        ? { ...answer, body: Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", issue })) }
        : answer;
    await expect(emr().createTask(task, once(newId()))).rejects.toMatchObject({
      kind: "validation",
      message: "The EMR requires the patient",
    });
  });

  it("stays done if the look-up after it fails", async () => {
    const key = newId();
    let looks = 0;
    place.answered = ({ method = "GET" }, answer) =>
      method === "GET" && looks++ > 0 ? { ...answer, status: 503 } : answer;
    const { emrTaskId } = await emr().createTask(task, once(key));
    expect(await held("Task", key)).toMatchObject([{ id: emrTaskId }]);
  });
});

it("refuses what FHIR has no place for, and what the server's own rules forbid", async () => {
  const emr = place.open(FULL);
  await expect(emr.createPayment({} as never, once(newId()))).rejects.toMatchObject({
    kind: "validation",
    notDone: true,
    message: "FHIR has no posting to a ledger: the payment would be called completed although nothing was posted",
  });
  const key = newId();
  await expect(emr.createTask({ ...task, startDate: "31.02.2026" }, once(key))).rejects.toMatchObject({
    kind: "validation",
  });
  expect(await held("Task", key)).toEqual([]);
});
