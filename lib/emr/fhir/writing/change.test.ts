import type { Appointment, ServiceRequest } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey } from "#lib/emr/fhir/job-key";
import { REFERRAL_FIELDS } from "#lib/emr/fhir/referral-fields";
import type { EmrReferralChanges } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import {
  A_REFERRAL,
  AN_APPOINTMENT,
  FULL,
  type PlacedCall,
  startWritingPlace,
  type WritingPlace,
} from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const once = (idempotencyKey: string) => ({ idempotencyKey, signal: never });
const READ_BACK = { ...FULL, if_match: "ignored" } as const;

async function theReferral(): Promise<ServiceRequest> {
  const all = await place.server.held<ServiceRequest>("ServiceRequest");
  const found = all.find(({ id }) => id === A_REFERRAL.id);
  if (!found) throw new Error("The referral is gone");
  return found;
}

async function theAppointment(): Promise<Appointment> {
  const [found] = await place.server.held<Appointment>("Appointment");
  if (!found) throw new Error("The appointment is gone");
  return found;
}

const update = (changes: EmrReferralChanges, key = newId(), findings: Partial<FhirFindings> = FULL) =>
  place.open(findings).updateReferral(A_REFERRAL.id, changes, once(key));

/** Changes the referral as another person does, so that it has a new version. */
async function changeBehindOurBack(change: Partial<ServiceRequest>): Promise<void> {
  const { meta: _old, ...kept } = await theReferral();
  await place.server.load([{ ...kept, ...change }]);
}

/** Lets another change the referral behind our back, once before each of the next PUTs. */
function meanwhile(...changes: Partial<ServiceRequest>[]): void {
  place.before = async ({ method }: PlacedCall) => {
    const change = method === "PUT" ? changes.shift() : undefined;
    if (change) await changeBehindOurBack(change);
  };
}

const puts = () => place.server.requests.filter((request) => request.startsWith("PUT")).length;

const EVERY_FIELD: Required<EmrReferralChanges> = {
  priority: "stat",
  statusId: "on-hold",
  reason: "Neck pain",
  notes: "Seen in March.",
  priorAuthorizationCode: "PA-7",
  specialtyId: "http://snomed.info/sct|394801008|Trauma",
  locationEmrId: "location-1",
  startDate: "2026-03-02",
  endDate: "2026-06-30",
  visitsAllowed: 6,
  assignedToId: "101",
};

describe("an update of a referral", () => {
  it("sets every field so that it is read back as it was set", async () => {
    await update(EVERY_FIELD);
    const changed = await theReferral();
    for (const [field, value] of Object.entries(EVERY_FIELD)) {
      expect(REFERRAL_FIELDS[field as keyof EmrReferralChanges].of(changed), field).toBe(value);
    }
  });

  it("leaves all that it does not name, but for the narrative of the old values", async () => {
    const key = newId();
    await update({ statusId: "completed" }, key);
    const { meta: _meta, identifier = [], text, ...kept } = await theReferral();
    const { identifier: before, text: _text, ...others } = A_REFERRAL;
    expect(kept).toEqual({ ...others, status: "completed" });
    expect(text).toBeUndefined();
    expect(identifier).toMatchObject([...before, { value: key }]);
  });

  it("removes why a value was absent", async () => {
    const absent = { url: "http://hl7.org/fhir/StructureDefinition/data-absent-reason", valueCode: "unknown" };
    await changeBehindOurBack({ _priority: { extension: [absent] } });
    await update({ priority: "stat" });
    const changed = await theReferral();
    expect([changed.priority, changed._priority]).toEqual(["stat", undefined]);
  });

  it("keeps the key of the last change alone beside that of the creation", async () => {
    const keys = [newId(), newId()];
    await update({ priority: "urgent" }, keys[0]);
    await update({ priority: "stat" }, keys[1]);
    const changed = await theReferral();
    expect(keys.map((key) => hasKey(changed, key))).toEqual([false, true]);
  });

  it.each(["weak", "strong", "unquoted"] as const)(
    "names the version in the form that the server takes: %s",
    async (form) => {
      place.server.habits.ifMatch = form;
      await update({ priority: "stat" }, newId(), { ...FULL, if_match: form });
      expect(await theReferral()).toMatchObject({ priority: "stat" });
    },
  );

  it("is made onto what another changed meanwhile, also several times", async () => {
    meanwhile({ patientInstruction: "Come early." }, { priority: "asap" });
    await update({ statusId: "completed", notes: "Seen." });
    expect(await theReferral()).toMatchObject({
      status: "completed",
      note: [{ text: "Seen." }],
      patientInstruction: "Come early.",
      priority: "asap",
    });
    expect(puts()).toBe(3);
  });

  it("ends with a conflict that names both values if another set the same field", async () => {
    meanwhile({ status: "revoked" });
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: "Another changed the referral in the EMR: its status is now Revoked, not Completed",
    });
    expect(await theReferral()).toMatchObject({ status: "revoked" });
  });

  it("quotes no free text in a conflict's reason, and names both texts beside it", async () => {
    meanwhile({ reasonCode: [{ text: "Depression" }] });
    await expect(update({ reason: "Anxiety" })).rejects.toMatchObject({
      message: "Another changed the referral in the EMR: its reason is now another text than this one",
      conflicts: [{ field: "reason", ours: "Anxiety", theirs: "Depression" }],
    });
  });

  it("names each field in conflict, an absent value and a text that cannot be stored", async () => {
    meanwhile({ priority: "asap", note: [{ text: `Seen\0 ${"x".repeat(20_000)}` }] });
    await expect(update({ priority: "stat", notes: "", visitsAllowed: 3 })).rejects.toMatchObject({
      message:
        "Another changed the referral in the EMR: its priority is now urgent, not stat; its note is now another text than this one",
      conflicts: [
        { field: "priority", ours: "stat", theirs: "urgent" },
        { field: "note", ours: "", theirs: expect.stringMatching(/^Seen x{9995}$/) },
      ],
    });
  });

  it("is done if another set the same value", async () => {
    meanwhile({ status: "completed" });
    await update({ statusId: "completed" });
    expect(puts()).toBe(1);
  });

  it("is put off while others keep changing the record", async () => {
    meanwhile(...[1, 2, 3, 4, 5].map((number) => ({ patientInstruction: `Version ${number}` })));
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({ kind: "passing", notDone: true });
  });

  it("is refused with the server's words if it refuses something else than the version", async () => {
    const issue = [{ severity: "error", code: "business-rule", details: { text: "The referral is closed" } }];
    const body = Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", issue }));
    place.answered = ({ method }, answer) => (method === "PUT" ? { ...answer, status: 409, body } : answer);
    place.server.habits.ifMatch = "refused";
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({
      kind: "validation",
      message: "A rule of the EMR does not allow it: The referral is closed",
    });
    expect(puts()).toBe(1);
  });

  it.each([FULL, READ_BACK])(
    "is refused if the server states a failure within a successful answer: %#",
    async (findings) => {
      const issue = [{ severity: "fatal", code: "business-rule" }];
      place.answered = ({ method }, answer) =>
        method === "PUT"
          ? { ...answer, body: Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", issue })) }
          : answer;
      await expect(update({ statusId: "completed" }, newId(), findings)).rejects.toMatchObject({
        kind: "validation",
        message: "A rule of the EMR does not allow it",
      });
    },
  );

  it.each([
    ["by versions", FULL],
    ["by reading back", READ_BACK],
  ] as const)(
    "is made once under its key, also after its answer was cut and another changed it back: %s",
    async (_how, findings) => {
      const key = newId();
      place.front.cuts = true;
      await expect(update({ statusId: "completed" }, key, findings)).rejects.toMatchObject({ notDone: false });
      place.front.cuts = false;
      expect(await place.open(findings).findWrite(key, never)).toBe(A_REFERRAL.id);
      await changeBehindOurBack({ status: "active" });
      await update({ statusId: "completed" }, key, findings);
      expect(await theReferral()).toMatchObject({ status: "active" });
      expect(puts()).toBe(1);
    },
  );

  it("reports a server that takes another form of the version than it was found to take", async () => {
    place.server.habits.ifMatch = "strong";
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({ kind: "validation" });
    expect(place.contradicted).toEqual(["if_match"]);
  });

  it.each(["SUBSETTED", "REDACTED"])("is refused if the server shows only a part of the referral: %s", async (code) => {
    await changeBehindOurBack({ meta: { tag: [{ code }] } });
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({
      kind: "validation",
      message: "The EMR shows only a part of the referral: writing it back would delete the rest",
    });
    expect(puts()).toBe(0);
  });

  it("is made once from three places at the same time", async () => {
    const key = newId();
    await Promise.all([1, 2, 3].map(() => update({ statusId: "completed" }, key)));
    const { identifier = [] } = await theReferral();
    expect(identifier.filter(({ value }) => value === key)).toHaveLength(1);
  });

  it.each([404, 410] as const)("is refused if the referral is gone, with %i", async (deleted) => {
    place.server.habits.deleted = deleted;
    await fetch(`${place.server.baseUrl}/ServiceRequest/${A_REFERRAL.id}`, { method: "DELETE" });
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: "The referral is no longer in the EMR",
    });
  });
});

describe("an update that is read back", () => {
  it("ends with a conflict that names both values if another set the same field right after it", async () => {
    let isPut = false;
    place.before = async ({ method = "GET" }) => {
      if (isPut && method === "GET") await changeBehindOurBack({ status: "revoked" });
      isPut ||= method === "PUT";
    };
    await expect(update({ statusId: "completed" }, newId(), READ_BACK)).rejects.toMatchObject({
      kind: "validation",
      notDone: false,
      message: "Another changed the referral in the EMR: its status is now Revoked, not Completed",
    });
  });

  it("states its version to a server that requires one, and makes way for what another changed", async () => {
    const hasVersion = ({ method, headers }: PlacedCall) => method !== "PUT" || headers?.["if-match"] !== undefined;
    let isRefused = false;
    place.before = async (call) => {
      place.server.admits = () => hasVersion(call);
      if (hasVersion(call)) return;
      isRefused = true;
      await changeBehindOurBack({ patientInstruction: "Bring the letter." });
    };
    place.answered = (call, answer) => (hasVersion(call) ? answer : { ...answer, status: 428 });
    await update({ statusId: "completed" }, newId(), { ...FULL, if_match: "unknown" });
    expect(isRefused).toBe(true);
    expect(await theReferral()).toMatchObject({ status: "completed", patientInstruction: "Bring the letter." });
  });

  it("is refused if the server does not keep a field", async () => {
    place.answered = (_call, answer) => {
      const { extension: _dropped, ...kept } = JSON.parse(answer.body.toString());
      return { ...answer, body: Buffer.from(JSON.stringify(kept)) };
    };
    await expect(update({ assignedToId: "101" }, newId(), READ_BACK)).rejects.toMatchObject({
      kind: "validation",
      message: "The EMR took the change of the referral and did not keep its assignee",
    });
  });

  it("is also made if resources carry no version", async () => {
    place.server.habits.versionIds = false;
    await update({ statusId: "completed" });
    expect(await theReferral()).toMatchObject({ status: "completed" });
  });
});

describe("a change that the server takes and does not keep", () => {
  const WRITERS = [
    ["by versions", FULL],
    ["read back", READ_BACK],
  ] as const;
  const ANSWERS = ["stored", "sent", "nothing"] as const;

  it.each(WRITERS.flatMap(([how, findings]) => ANSWERS.map((answer) => [how, answer, findings] as const)))(
    "fails and names each lost field: %s, answered by what was %s",
    async (_how, writeAnswer, findings) => {
      Object.assign(place.server.habits, { readOnly: ["priority", "status"], writeAnswer });
      await expect(
        update({ priority: "stat", statusId: "completed", notes: "Seen." }, newId(), findings),
      ).rejects.toMatchObject({
        kind: "validation",
        isSettled: true,
        message: "The EMR took the change of the referral and did not keep its priority and its status",
      });
      expect(await theReferral()).toMatchObject({ priority: "routine", status: "active", note: [{ text: "Seen." }] });
      expect(puts()).toBe(1);
    },
  );

  it("fails also if the attempt before it was cut after the change", async () => {
    const key = newId();
    place.server.habits.readOnly = ["priority"];
    place.front.cuts = true;
    await expect(update({ priority: "stat" }, key)).rejects.toMatchObject({ notDone: false });
    place.front.cuts = false;
    await expect(update({ priority: "stat" }, key)).rejects.toMatchObject({
      message: "The EMR took the change of the referral and did not keep its priority",
    });
    expect(puts()).toBe(1);
  });

  it("is done if the server stores a text with other white space", async () => {
    await update({ notes: "Seen. \r\nCall back. " });
    await changeBehindOurBack({ note: [{ text: "Seen. \nCall back." }] });
    await update({ notes: "Seen. \r\nCall back. " });
    expect(puts()).toBe(1);
  });

  it("asks once more of a server that answers with what was sent, and not of one that shows a new version", async () => {
    await update({ priority: "stat" });
    const before = place.server.requests.length;
    place.server.habits.writeAnswer = "sent";
    await update({ priority: "urgent" });
    expect(place.server.requests.slice(before).map((each) => each.split(" ")[0])).toEqual(["GET", "PUT", "GET"]);
    expect(place.server.requests.slice(0, before).map((each) => each.split(" ")[0])).toEqual(["GET", "PUT"]);
  });
});

describe("a server with habits of its own", () => {
  it("is sent a JSON Patch with the values that it had, if it takes no other update", async () => {
    place.server.habits.updates = "PATCH";
    const patches: unknown[] = [];
    place.before = async ({ method, body }) => {
      if (method === "PATCH") patches.push(...JSON.parse(String(body)));
    };
    await place
      .open(FULL)
      .updateAppointmentStatus({ emrAppointmentId: AN_APPOINTMENT.id, status: "arrived" }, once(newId()));
    expect(await theAppointment()).toMatchObject({ status: "arrived", participant: AN_APPOINTMENT.participant });
    expect(patches).toEqual([
      { op: "test", path: "/status", value: "booked" },
      { op: "replace", path: "/status", value: "arrived" },
      { op: "add", path: "/identifier", value: [expect.objectContaining({ use: "secondary" })] },
    ]);
  });

  it("refuses a JSON Patch if another set the same field meanwhile", async () => {
    place.server.habits.updates = "PATCH";
    let isChanged = false;
    place.before = async ({ method }) => {
      if (method !== "PATCH" || isChanged) return;
      isChanged = true;
      await changeBehindOurBack({ status: "revoked" });
    };
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({
      message: "Another changed the referral in the EMR: its status is now Revoked, not Completed",
    });
    expect(await theReferral()).toMatchObject({ status: "revoked" });
  });

  it("keeps the digits of numbers that a change does not concern", async () => {
    const sent: string[] = [];
    const digits =
      '"extension":[{"url":"urn:x:dose","valueDecimal":1.10},{"url":"urn:x:long","valueDecimal":0.12345678901234567890}]';
    place.answered = ({ method = "GET" }, answer) =>
      method === "GET"
        ? { ...answer, body: Buffer.from(answer.body.toString().replace(/\}$/, `,${digits}}`)) }
        : answer;
    place.before = async ({ method, body }) => {
      if (method === "PUT") sent.push(String(body));
    };
    await update({ statusId: "completed" });
    expect(sent).toEqual([expect.stringContaining(digits)]);
  });

  it.each(["PUT", "PATCH"] as const)("is asked again later if it answers 409 for contention to %s", async (method) => {
    Object.assign(place.server.habits, { updates: method, isBusy: true });
    await expect(update({ statusId: "completed" })).rejects.toMatchObject({ kind: "passing", notDone: true });
  });
});

describe("a visit status", () => {
  const visit_statuses = [
    { code: "20", description: "In the waiting room", fhir_status: "arrived" as const },
    { code: "21", description: "In room 1", fhir_status: "arrived" as const },
  ];
  const set = (status: string, connection = {}) =>
    place
      .open(FULL, connection)
      .updateAppointmentStatus({ emrAppointmentId: AN_APPOINTMENT.id, status }, once(newId()));

  it("is FHIR's own without a mapping, and leaves the participants", async () => {
    await set("checked-in");
    expect(await theAppointment()).toMatchObject({ status: "checked-in", participant: AN_APPOINTMENT.participant });
  });

  it("is mapped, and told apart from another code of the same FHIR status", async () => {
    await set("21", { visit_statuses });
    expect(await theAppointment()).toMatchObject({ status: "arrived", extension: [{ valueString: "21" }] });
    await set("20", { visit_statuses });
    expect(await theAppointment()).toMatchObject({ status: "arrived", extension: [{ valueString: "20" }] });
  });

  it("is refused by its code if it is not mapped, without a call", async () => {
    await expect(set("booked", { visit_statuses })).rejects.toMatchObject({
      kind: "validation",
      message: "The visit status booked is not mapped to a status of FHIR",
    });
    expect(place.server.requests).toEqual([]);
  });

  it("takes the reason of a cancellation away with it", async () => {
    await place.server.load([{ ...AN_APPOINTMENT, status: "cancelled", cancelationReason: { text: "Weather" } }]);
    await set("noshow");
    expect((await theAppointment()).cancelationReason).toBeDefined();
    await set("booked");
    expect((await theAppointment()).cancelationReason).toBeUndefined();
  });
});
