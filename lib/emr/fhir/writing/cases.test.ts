/** @module-tag long */

import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATCH as STATUS } from "#app/v1/appointments/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { PATCH as UPDATE } from "#app/v1/referrals/[id]/route.ts";
import { POST as REFERRAL, GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { POST as TASK } from "#app/v1/tasks/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { type LinkedCase, linkCase } from "#lib/testing/fhir/linked-case";
import { caseOf } from "#lib/testing/fhir/replay/cases";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { jobsOf } from "#lib/testing/jobs";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let linked: LinkedCase;
const jobs = jobsOf(database, () => linked.account);
afterEach(() => linked.server.stop());

/** Links an account that may write to the server of a case, and syncs it. */
async function open(name: string, quirks: Partial<Quirks> = {}): Promise<void> {
  linked = await linkCase(database.asOwner, name, { writeProbes: true, quirks });
  const [referral] = caseOf("readonly-fields").resources.filter(
    ({ resourceType }) => resourceType === "ServiceRequest",
  );
  await linked.server.load(referral ? [referral] : []);
  await syncAccount(linked.account.tenant);
}

/** Sends a request, and runs its job. Returns the job. */
async function ran(handler: typeof NOTE, method: string, path: string, body: object, params = {}) {
  const answer = await call(handler, method, path, { body, headers: linked.account.headers, params });
  expect(answer.body).toMatchObject({ success: true });
  await jobs.run(answer.body.job_id);
  return jobs.read(answer.body.job_id);
}

const note = (body: object = {}) =>
  ran(NOTE, "POST", "/patient-notes", { patient_mrn: "M-1", subject: "Call", note: "Feels better", ...body });
const newReferral = () =>
  ran(REFERRAL, "POST", "/referrals", { patient_mrn: "M-1", reason: "Chest pain", direction: "outgoing" });
const task = () => ran(TASK, "POST", "/tasks", { patient_mrn: "M-1", description: "Call back" });
const arrives = () => ran(STATUS, "PATCH", "/appointments", { emr_appointment_id: "a1", status: "arrived" });

async function referrals() {
  const { body } = await call(REFERRALS, "GET", "/referrals", { headers: linked.account.headers });
  return body.referrals.filter(({ ehr_id }: { ehr_id: string | null }) => ehr_id !== null) as {
    id: string;
    priority: string;
    status: string;
    notes: string | null;
  }[];
}

async function update(changes: object) {
  const [{ id } = { id: "" }] = await referrals();
  return ran(UPDATE, "PATCH", `/referrals/${id}`, changes, { id });
}

describe("readonly-fields: a change that the server takes and does not keep", () => {
  it.each<[string, Partial<Quirks>, object, RegExp]>([
    ["two fields", {}, { priority: "stat", status: "Completed" }, /did not keep its priority and its status$/],
    ["one of three", {}, { priority: "stat", notes: "Seen." }, /did not keep its priority$/],
    ["free text", { kept: { ServiceRequest: ["note"] } }, { notes: "Seen." }, /did not keep its notes?$/],
    ["dates", { kept: { ServiceRequest: ["occurrencePeriod"] } }, { start_date: "2026-03-01" }, /its start date$/],
    ["a number", { kept: { ServiceRequest: ["quantityQuantity"] } }, { visits_allowed: 4 }, /visits/],
    ["an own identifier", { kept: { ServiceRequest: ["identifier"] } }, { prior_authorization_code: "PA-7" }, /author/],
    ["extensions", { kept: { ServiceRequest: ["extension"] } }, { assigned_to_id: "dr1" }, /assign/],
  ])("fails and names the field: %s", async (_what, quirks, changes, reason) => {
    await open("readonly-fields", quirks);
    const [before] = await referrals();
    const job = await update(changes);
    expect(job).toMatchObject({ status: "failed", refused: true, failure_reason: expect.stringMatching(reason) });
    const [after] = await referrals();
    expect([after?.priority, after?.status]).toEqual([before?.priority, before?.status]);
    await syncAccount(linked.account.tenant);
    const lost = Object.keys(changes).filter((name) => name !== "notes" || reason.test("its notes"));
    const [synced] = await referrals();
    for (const name of lost) expect(Reflect.get(synced ?? {}, name)).toEqual(Reflect.get(before ?? {}, name));
  });

  it("fails for the status of a visit, which stays the EMR's", async () => {
    await open("readonly-fields");
    expect(await arrives()).toMatchObject({
      status: "failed",
      failure_reason: expect.stringMatching(/keep its status$/),
    });
    const [row] = await database.asOwner<{ status: string }>(
      "SELECT status FROM appointment WHERE linked_account_id = $1",
      [linked.account.tenant.linkedAccountId],
    );
    expect(row?.status).toBe("booked");
  });
});

const outcome = (issue: object, more: object = {}) => ({
  resourceType: "OperationOutcome",
  issue: [{ severity: "error", code: "invalid", ...issue }],
  ...more,
});

describe("422: a refusal with its reason anywhere", () => {
  const REASON = "The referral needs a specialty";
  const narrative = (div: string) => ({ text: { status: "generated", div } });
  it.each<[string, object]>([
    ["details.coding.display", outcome({ details: { coding: [{ display: REASON }] } })],
    ["diagnostics beside an empty text", outcome({ details: { text: "" }, diagnostics: REASON })],
    [
      "diagnostics beside a blank coding",
      outcome({ details: { coding: [{}, { display: " " }] }, diagnostics: REASON }),
    ],
    ["the narrative", outcome({}, narrative(`<div xmlns="http://www.w3.org/1999/xhtml"><p>${REASON}</p></div>`))],
    ["a narrative with a table", outcome({}, narrative(`<div><table><tr><td>${REASON}</td></tr></table></div>`))],
    [
      "the second issue",
      {
        ...outcome({}),
        issue: [
          { severity: "information", code: "informational" },
          { severity: "error", code: "invalid", diagnostics: REASON },
        ],
      },
    ],
  ])("has it in the failure's reason: %s", async (_where, body) => {
    await open("422", { refusal: null });
    linked.server.quirks = { ...linked.server.quirks, refusal: { status: 422, body } };
    for (const write of [newReferral, () => update({ priority: "stat" })])
      expect(await write()).toMatchObject({
        status: "failed",
        refused: true,
        failure_reason: expect.stringContaining(REASON),
      });
  });

  it.each<[string, object]>([
    ["nothing", {}],
    ["no issue", { resourceType: "OperationOutcome", issue: [] }],
    ["issues of no valid form", { resourceType: "OperationOutcome", issue: [null, 7, { details: [] }] }],
  ])("says that it was refused if it states %s", async (_what, body) => {
    await open("422", { refusal: null });
    linked.server.quirks = { ...linked.server.quirks, refusal: { status: 422, body } };
    expect(await newReferral()).toMatchObject({ status: "failed", failure_reason: expect.stringMatching(/\w{4}/) });
  });
});

describe("uscore-required: a server that requires what its profiles do", () => {
  it.each<[string, Partial<Quirks>, () => Promise<unknown>, FhirResource["resourceType"]]>([
    ["a referral", {}, newReferral, "ServiceRequest"],
    ["a note", {}, note, "DocumentReference"],
    [
      "a note, with all of US Core",
      {
        required: {
          DocumentReference: [
            "status",
            "type",
            "category",
            "subject",
            "date",
            "author",
            "content",
            "content.attachment.contentType",
          ],
        },
      },
      note,
      "DocumentReference",
    ],
    [
      "a referral, with all of US Core",
      { required: { ServiceRequest: ["status", "intent", "category", "code", "subject", "authoredOn"] } },
      newReferral,
      "ServiceRequest",
    ],
    ["a task", { required: { Task: ["status", "intent", "code", "authoredOn", "for"] } }, task, "Task"],
  ])("creates %s", async (_what, quirks, write, type) => {
    await open("uscore-required", quirks);
    const before = (await linked.server.held(type as "Task")).length;
    expect(await write()).toMatchObject({ status: "completed", warnings: [] });
    expect(await linked.server.held(type as "Task")).toHaveLength(before + 1);
  });

  it("says what is missing if it requires what no request has", async () => {
    await open("uscore-required", { required: { DocumentReference: ["custodian"] } });
    expect(await note()).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("custodian") });
  });
});

it.each(["group", "group/p2"])("a visit of several patients is not changed for all of them by one: %s", async (id) => {
  await open("appts");
  const job = await ran(STATUS, "PATCH", "/appointments", { emr_appointment_id: id, status: "arrived" });
  expect(job).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("several patients") });
  const [held] = (await linked.server.held("Appointment")).filter((each) => each.id === "group");
  expect(held).toMatchObject({ status: "booked" });
});
