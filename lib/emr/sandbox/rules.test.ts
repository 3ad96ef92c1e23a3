import { beforeEach, describe, expect, it } from "vitest";
import type { EmrConnection, EmrNewService, EmrTask } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import { newId } from "#lib/kernel/id";
import { clinicRecords } from "#lib/testing/clinic-records";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { changeBehavior } from "./behavior.ts";
import type { SandboxKind } from "./kind.ts";
import { listWrites } from "./ledger.ts";
import { loadPractice } from "./load.ts";

const PARALLEL = 30;
const database = testDatabase();
const signal = new AbortController().signal;
let practiceId: string;
let emr: EmrConnection;

const once = (idempotencyKey = newId()) => ({ idempotencyKey, signal });

async function open(kind: SandboxKind): Promise<void> {
  practiceId = newId();
  await loadPractice(practiceId, clinicRecords(kind));
  await changeBehavior(practiceId, { latency_ms: 0 });
  emr = sandboxEmr(practiceId, kind);
}

const count = async (table: string) =>
  Number(
    (
      await database.asOwner<{ count: string }>(`SELECT count(*) FROM sandbox.${table} WHERE practice_id = $1`, [
        practiceId,
      ])
    )[0]?.count,
  );

const refused = (message: string) => ({ kind: "validation", message });

beforeEach(() => open("sandbox"));

describe("a service (interface 3.2)", () => {
  const screening = (emrEpisodeId: string, change: Partial<EmrNewService> = {}): EmrNewService => ({
    patientEhrId: "PAT-1",
    emrEpisodeId,
    serviceTypeId: "101",
    formId: "PHQ-2",
    answers: { Q1: "2", Q2: "1" },
    serviceDate: "2026-03-02",
    ...change,
  });
  const assign = (teamId = "1", patientEhrId = "PAT-1") => emr.assignTeam({ patientEhrId, teamId }, once());

  it("opens an episode for a patient who joins a team, and returns the newest for one who is on it", async () => {
    const first = await assign();
    expect(await assign()).toEqual(first);
    expect((await assign("2")).emrEpisodeId).not.toBe(first.emrEpisodeId);
    await database.asOwner(
      "INSERT INTO sandbox.episode VALUES ($1, 'EPI-NEWER', 'PAT-1', '1', now() + interval '1 day')",
      [practiceId],
    );
    expect((await assign()).emrEpisodeId).toBe("EPI-NEWER");
  });

  it("opens one episode, however many ask for the same patient at once", async () => {
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => assign()));
    expect(new Set(answers.map(({ emrEpisodeId }) => emrEpisodeId)).size).toBe(1);
    expect(await count("episode")).toBe(1);
  });

  it("refuses unknown teams and unknown patients", async () => {
    await expect(assign("9")).rejects.toMatchObject(refused("team not found for the client"));
    await expect(assign("1", "PAT-9")).rejects.toMatchObject(refused("patient not found in the EMR"));
    await expect(emr.listTeams("PAT-9", signal)).rejects.toMatchObject(refused("patient not found in the EMR"));
    expect((await emr.listTeams("PAT-1", signal)).map(({ name }) => name)).toEqual([
      "Behavioral Health",
      "Behavioral Health North",
    ]);
  });

  it("has its total and risk band derived, and is read back as signed once it is", async () => {
    const { emrEpisodeId } = await assign();
    const key = newId();
    const { emrServiceId } = await emr.createService(screening(emrEpisodeId), once(key));
    expect(await emr.createService(screening(emrEpisodeId), once(key))).toEqual({ emrServiceId });
    const unsigned = { emrServiceId, emrEpisodeId, signed: false, score: 3, riskBand: "Positive screen" };
    expect(await emr.readService(emrServiceId, signal)).toEqual(unsigned);
    await emr.signService(emrServiceId, once());
    await emr.signService(emrServiceId, once());
    expect(await emr.readService(emrServiceId, signal)).toEqual({ ...unsigned, signed: true });
    expect(await count("service")).toBe(1);
    expect(await emr.readService("SVC-0", signal)).toBeNull();
    await expect(emr.signService("SVC-0", once())).rejects.toMatchObject(refused("service not found in the EMR"));
  });

  it.each([
    [{ Q1: "0", Q2: "0" }, 0, "Negative screen"],
    [{ Q1: "2", Q2: "0" }, 2, "Negative screen"],
    [{ Q1: "3", Q2: "3", Q3: "Sleeps badly" }, 6, "Positive screen"],
  ])("with the answers %o has the total %i", async (answers, score, riskBand) => {
    const { emrEpisodeId } = await assign();
    const { emrServiceId } = await emr.createService(screening(emrEpisodeId, { answers }), once());
    expect(await emr.readService(emrServiceId, signal)).toMatchObject({ score, riskBand });
  });

  it.each([
    [{ answers: {} }, "missing required answers: Q1, Q2"],
    [{ answers: { Q1: "1", Q2: " " } }, "missing required answers: Q2"],
    [{ answers: { Q1: "1", Q2: "4" } }, "answers that are not among the options: Q2"],
    [{ answers: { Q1: "1", Q2: "1", Q9: "1" } }, "questions not on the form: Q9"],
    [{ serviceTypeId: "201" }, "service type not available for the client (not in billing matrix)"],
    [{ formId: "INTAKE" }, "Depression Screening is documented by the form PHQ-2"],
    [{ formId: null }, "Depression Screening is documented by the form PHQ-2"],
    [{ patientEhrId: "PAT-2" }, "episode not found in the EMR"],
    [{ serviceTypeId: "102", formId: "F-9" }, "form not found in the EMR: F-9"],
  ])("is refused with %o", async (change, message) => {
    const { emrEpisodeId } = await assign();
    await expect(emr.createService(screening(emrEpisodeId, change), once())).rejects.toMatchObject(refused(message));
    expect(await count("service")).toBe(0);
  });

  it("of a type without a form needs none, and an unscored form derives nothing", async () => {
    const { emrEpisodeId } = await assign();
    const plain = await emr.createService(
      screening(emrEpisodeId, { serviceTypeId: "102", formId: null, answers: {} }),
      once(),
    );
    const intake = { serviceTypeId: "201", formId: "INTAKE", answers: { WHY: "Sleep", SLEEP: "no" } };
    const second = await emr.createService(screening((await assign("2")).emrEpisodeId, intake), once());
    for (const { emrServiceId } of [plain, second]) {
      expect(await emr.readService(emrServiceId, signal)).toMatchObject({ score: null, riskBand: null });
    }
  });
});

describe("a referral", () => {
  const find = async (ehrId: string) =>
    (await readAll(emr, "referrals", signal)).records.find((found) => found.ehrId === ehrId);

  it("changes only the given fields, once per key", async () => {
    const before = await find("REF-1");
    const key = newId();
    await emr.updateReferral("REF-1", { statusId: "RS-2", visitsAllowed: 0, notes: "Seen" }, once(key));
    await emr.updateReferral("REF-1", { notes: "Lost" }, once(key));
    const after = await find("REF-1");
    expect(after).toEqual({
      ...before,
      status: "Authorized",
      visitsAllowed: 0,
      notes: "Seen",
      updatedAt: after?.updatedAt,
    });
    expect((after?.updatedAt ?? "") > (before?.updatedAt ?? "")).toBe(true);
    await emr.updateReferral("REF-1", { specialtyId: "SP-2" }, once());
    expect(await find("REF-1")).toMatchObject({ specialty: "Physical Therapy", notes: "Seen" });
  });

  it.each([
    ["REF-9", {}, "referral not found in the EMR"],
    ["REF-1", { statusId: "RS-9" }, "referral status not found in the EMR: RS-9"],
    ["REF-1", { specialtyId: "SP-9" }, "specialty not found in the EMR: SP-9"],
    ["REF-1", { locationEmrId: "LOC-9" }, "location not found in the EMR: LOC-9"],
    ["REF-1", { assignedToId: "9" }, "staff member not found in the EMR: 9"],
  ])("%s with %o is refused", async (ehrId, changes, message) => {
    const key = newId();
    await expect(emr.updateReferral(ehrId, changes, once(key))).rejects.toMatchObject(refused(message));
    expect(await listWrites(practiceId, [key])).toEqual([]);
  });

  it("is created once per key, with the first status of the list if none is given", async () => {
    const key = newId();
    const referral = {
      patientEhrId: "PAT-3",
      reason: "Migraine",
      direction: "outgoing" as const,
      referringProviderEhrId: "RP-1",
      specialtyId: "SP-1",
    };
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => emr.createReferral(referral, once(key))));
    expect(new Set(answers.map(({ ehrId }) => ehrId)).size).toBe(1);
    expect(await find(answers[0]?.ehrId ?? "")).toMatchObject({
      patientMrn: "MRN-3",
      status: "Pending Review",
      priority: "routine",
      specialty: "Cardiology",
      startDate: null,
    });
    await expect(emr.createReferral({ ...referral, referringProviderEhrId: "RP-9" }, once())).rejects.toMatchObject(
      refused("referring provider not found in the EMR: RP-9"),
    );
  });
});

describe("a recall", () => {
  const act = (actionTaken: string, recallEhrId = "RCL-1", key = newId()) =>
    emr.addRecallAction({ recallEhrId, actionTaken, note: "By phone" }, once(key));
  const find = async () => (await readAll(emr, "recalls", signal)).records.find(({ ehrId }) => ehrId === "RCL-1");

  it("keeps its actions and is closed by a closing one", async () => {
    expect(await act("called PATIENT")).toMatchObject({ closed: false });
    expect(await find()).toMatchObject({ status: "open", actions: [{ actionTaken: "Called patient" }] });
    const key = newId();
    const closing = await act("Appointment booked", "RCL-1", key);
    expect(closing.closed).toBe(true);
    expect(await act("Appointment booked", "RCL-1", key)).toEqual(closing);
    const after = await find();
    expect(after).toMatchObject({ status: "closed" });
    expect(after?.actions.map(({ id, note }) => [id, note])).toEqual([
      [expect.stringMatching(/^RCA-/), "By phone"],
      [closing.emrRecallActionId, "By phone"],
    ]);
    expect((await act("Called patient")).closed).toBe(true);
  });

  it("takes no action that is not on the list, and there must be one", async () => {
    await expect(act("Sent a pigeon")).rejects.toMatchObject(
      refused("recall action not found in the EMR: Sent a pigeon"),
    );
    await expect(act("Called patient", "RCL-9")).rejects.toMatchObject(refused("recall not found in the EMR"));
  });
});

describe("a task", () => {
  const task: EmrTask = {
    patientEhrId: "PAT-1",
    description: "Call back",
    subject: null,
    assigneeUserId: null,
    phoneCallTypeId: "PC-1",
    notifyList: ["201"],
    locationEmrId: "LOC-1",
    taskType: "General",
    details: null,
    assignedTo: "SG-1",
    facilityId: null,
    dueDate: "2026-03-05",
    startDate: "2026-03-02",
    priority: "High",
  };

  it("goes to staff or a group of them, in the whole EMR without a subject too", async () => {
    await emr.createTask(task, once());
    await emr.createTask({ ...task, assignedTo: "202", assigneeUserId: "201" }, once());
    expect(await count("task")).toBe(2);
  });

  it.each([
    [{ patientEhrId: "PAT-9" }, "patient not found in the EMR"],
    [{ assignedTo: "SG-9" }, "staff member not found in the EMR: SG-9"],
    [{ assigneeUserId: "9" }, "staff member not found in the EMR: 9"],
    [{ phoneCallTypeId: "PC-9" }, "phone call type not found in the EMR: PC-9"],
    [{ facilityId: "LOC-9" }, "location not found in the EMR: LOC-9"],
  ])("is refused with %o", async (change, message) => {
    await expect(emr.createTask({ ...task, ...change }, once())).rejects.toMatchObject(refused(message));
  });

  it("needs a subject in the basic kind", async () => {
    await open("sandbox_basic");
    for (const subject of [null, " "]) {
      await expect(emr.createTask({ ...task, subject }, once())).rejects.toMatchObject(
        refused("the EMR needs a subject for every task"),
      );
    }
    expect(await emr.createTask({ ...task, subject: "Call" }, once())).toMatchObject({
      emrTaskId: expect.stringMatching(/^TASK-\d+$/),
    });
  });
});

describe("orders, messages, notes and appointments", () => {
  const search = (query: string | null, page = 1, pageSize = 2) =>
    emr.searchOrderCatalog({ type: "lab", query, page, pageSize }, signal);

  it("page through the catalog by name, and find any part of one", async () => {
    const first = await search(null);
    expect([first.items.map(({ name }) => name), first.hasMore]).toEqual([
      ["Complete Blood Count", "Lipid Panel"],
      true,
    ]);
    expect(await search(null, 2)).toEqual({
      items: [{ itemId: "LAB-3", name: "Specimen Handling", billable: false }],
      hasMore: false,
    });
    expect((await search("pANEL")).items.map(({ itemId }) => itemId)).toEqual(["LAB-2"]);
    expect((await search("%")).items).toEqual([]);
    expect(await search(null, 9)).toEqual({ items: [], hasMore: false });
  });

  it("order items of the type alone", async () => {
    const order = {
      patientEhrId: "PAT-1",
      type: "lab" as const,
      itemIds: ["LAB-1", "LAB-2"],
      providerEhrId: "101",
      priority: "stat" as const,
      notes: null,
    };
    const { emrOrderId } = await emr.createOrder(order, once());
    expect(emrOrderId).toMatch(/^ORD-\d+$/);
    await expect(emr.createOrder({ ...order, itemIds: ["LAB-1", "IMG-1", "X"] }, once())).rejects.toMatchObject(
      refused("lab items not found in the EMR's catalog: IMG-1, X"),
    );
    await expect(emr.createOrder({ ...order, providerEhrId: "9" }, once())).rejects.toMatchObject(
      refused("provider not found in the EMR: 9"),
    );
    expect(await count("patient_order")).toBe(1);
  });

  it("send a message to a provider who is there", async () => {
    const message = { providerEhrId: "101", subject: "Lab", message: "Please look at the potassium" };
    expect(await emr.sendMessage(message, once())).toEqual({ emrMessageId: expect.stringMatching(/^MSG-\d+$/) });
    await expect(emr.sendMessage({ ...message, providerEhrId: "999" }, once())).rejects.toMatchObject(
      refused("provider not found in the EMR: 999"),
    );
  });

  it("write a note under categories that there are", async () => {
    const note = { patientEhrId: "PAT-1", subject: "Call", note: "…", locationEmrId: null, categoryIds: ["NC-1"] };
    expect(await emr.createPatientNote(note, once())).toEqual({ emrNoteId: expect.stringMatching(/^NOTE-\d+$/) });
    await expect(emr.createPatientNote({ ...note, categoryIds: ["NC-1", "NC-9"] }, once())).rejects.toMatchObject(
      refused("note category not found in the EMR: NC-9"),
    );
  });

  it("set an appointment's status to one of the practice's, and no slot's", async () => {
    const set = (emrAppointmentId: string, status: string) =>
      emr.updateAppointmentStatus({ emrAppointmentId, status }, once());
    await set("APT-1", "ARR");
    const { appointments } = await emr.listAppointments({ providerEhrId: "101" }, signal);
    expect(appointments[0]).toMatchObject({ emrAppointmentId: "APT-1", status: "ARR" });
    await expect(set("APT-1", "XXX")).rejects.toMatchObject(refused("visit status not found in the EMR: XXX"));
    await expect(set("APT-3", "ARR")).rejects.toMatchObject(refused("appointment not found in the EMR"));
    await expect(set("APT-9", "ARR")).rejects.toMatchObject(refused("appointment not found in the EMR"));
  });
});
