import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { EmrConnection, EmrFile } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import { newId } from "#lib/kernel/id";
import { practiceRecords as records } from "#lib/testing/practice-records";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { changeBehavior } from "./behavior.ts";
import { loadPractice } from "./load.ts";

testDatabase();
const signal = new AbortController().signal;
let practiceId: string;
let emr: EmrConnection;

beforeEach(async () => {
  practiceId = newId();
  await loadPractice(practiceId, records);
  await changeBehavior(practiceId, { latency_ms: 0 });
  emr = sandboxEmr(practiceId);
});

describe("reads of every kind return the loaded records", () => {
  it("settings' lists", async () => {
    expect((await readAll(emr, "visit_types", signal)).records).toEqual(records.visitTypes);
    expect((await readAll(emr, "staff", signal)).records).toEqual(records.staff);
    expect((await readAll(emr, "referring_providers", signal)).records).toEqual(records.referringProviders);
    expect(await emr.listNoteCategories(signal)).toEqual(records.noteCategories);
    expect(await emr.listReferralStatuses(signal)).toEqual(records.lists.referralStatuses);
    expect(await emr.listSpecialties(signal)).toEqual(records.lists.specialties);
    expect((await readAll(emr, "forms", signal)).records).toEqual(
      records.forms.map(({ riskBands: _kept, ...form }) => form),
    );
  });

  it("the schedule, in the clinic's zone", async () => {
    const [found] = (await readAll(emr, "appointments", signal)).records;
    expect(found).toEqual({
      emrAppointmentId: "APT-1",
      category: "appointment",
      startsAt: "2026-07-01T13:00:00.000Z",
      duration: 20,
      status: "SCH",
      reason: null,
      note: "Runs late",
      progressNote: null,
      locationEmrId: "LOC-1",
      blockLabel: null,
      blockColor: null,
      appointmentType: "Office Visit",
      appointmentMode: "telehealth",
      complaintType: null,
      providerEhrId: "1",
      secondaryProviderEhrId: null,
      patientEhrId: "PAT-1",
      insurances: records.appointments[0]?.insurances,
      diagnoses: records.appointments[0]?.diagnoses,
      medications: records.appointments[0]?.medications,
      createdAt: "2026-06-01T12:30:00.000Z",
    });
    expect(await emr.listAppointments({ providerEhrId: "2" }, signal)).toEqual({ appointments: [], within: null });
  });

  it("claims: all, by day, by number", async () => {
    const claim = {
      emrClaimId: "CLM-1",
      patientMrn: "MRN-1",
      serviceDate: "2026-06-01",
      claimStatus: "SUB",
      claimStatusDescription: "Submitted",
      totalCharge: "120.00",
      balance: "20.50",
    };
    expect((await readAll(emr, "claims", signal)).records).toEqual([claim]);
    expect(await emr.listClaims({ serviceDate: "2026-06-01" }, signal)).toEqual({ claims: [claim] });
    expect(await emr.listClaims({ serviceDate: "2026-06-02" }, signal)).toEqual({ claims: [] });
    expect(await emr.listClaims({ emrClaimIds: ["CLM-2", "CLM-1"] }, signal)).toEqual({ claims: [claim] });
    expect(await emr.listClaims({ emrClaimIds: [] }, signal)).toEqual({ claims: [] });
  });

  it("referrals with their labels, and their documents with their content", async () => {
    expect((await readAll(emr, "referrals", signal)).records).toEqual([
      {
        ehrId: "REF-1",
        patientMrn: "MRN-1",
        direction: "incoming",
        status: "One",
        priority: "routine",
        reason: "Palpitations",
        notes: null,
        priorAuthorizationCode: null,
        specialty: "One",
        locationEmrId: "LOC-1",
        startDate: "2026-06-01",
        endDate: null,
        visitsAllowed: 4,
        assignedToId: "S-1",
        referringProviderEhrId: "RP-1",
        createdAt: "2026-05-20T12:00:00.000Z",
        updatedAt: "2026-05-21T12:00:00.000Z",
      },
    ]);
    const content = Buffer.from("Dear colleague");
    expect((await readAll(emr, "documents", signal)).records).toEqual([
      {
        emrId: "DOC-1",
        fileName: "letter.txt",
        mimeType: "text/plain",
        size: 14,
        version: createHash("sha256").update(content).digest("hex"),
        patientMrn: "MRN-1",
        referralEhrId: "REF-1",
        createdAt: "2026-05-20T12:00:00.000Z",
      },
    ]);
    const files: [string, EmrFile][] = [];
    for await (const file of emr.readDocuments(["DOC-1", "DOC-2"], signal)) files.push(file);
    expect(files).toEqual([["DOC-1", { content, fileName: null, mimeType: null }]]);
  });

  it("recalls with their actions", async () => {
    const [recall] = records.recalls;
    expect((await readAll(emr, "recalls", signal)).records).toEqual([
      {
        ehrId: "RCL-1",
        patientMrn: "MRN-1",
        reason: "Annual exam",
        dueDate: "2026-09-01",
        status: "open",
        actions: recall?.actions,
      },
    ]);
  });
});

describe("drift", () => {
  const everything = () =>
    Promise.all(
      (["appointments", "claims", "providers", "referrals", "patients"] as const).map(
        async (kind): Promise<object[]> => (await readAll(emr, kind, signal)).records,
      ),
    );

  it("changes every record at a rate of one, again and again, and none at zero", async () => {
    let before = await everything();
    await changeBehavior(practiceId, { drift_rate: 0 });
    expect(await everything()).toEqual(before);
    for (let round = 0; round < 3; round += 1) {
      await changeBehavior(practiceId, { drift_rate: 1 });
      const after = await everything();
      for (const [kind, list] of after.entries()) {
        for (const [index, record] of list.entries()) expect(record).not.toEqual(before[kind]?.[index]);
      }
      before = after;
    }
  });

  it.each([0.5, 0.1, 0.001])("changes that share of the records at a rate of %s, rounded up", async (rate) => {
    const before = await everything();
    await changeBehavior(practiceId, { drift_rate: rate });
    const after = await everything();
    const [, claims = [], , , patients = []] = after.map((list, kind) =>
      list.filter((record, index) => JSON.stringify(record) !== JSON.stringify(before[kind]?.[index])),
    );
    expect(claims).toHaveLength(Math.ceil((before[1]?.length ?? 0) * rate));
    expect(patients).toHaveLength(Math.ceil((before[4]?.length ?? 0) * rate));
  });

  it("leaves balances within the charges", async () => {
    await changeBehavior(practiceId, { drift_rate: 1 });
    await changeBehavior(practiceId, { drift_rate: 1 });
    for (const { balance, totalCharge } of (await readAll(emr, "claims", signal)).records) {
      expect(Number(balance)).toBeLessThanOrEqual(Number(totalCharge));
    }
  });
});
