import { beforeAll, describe, expect, it } from "vitest";
import { GET as FORM } from "#app/v1/forms/[id]/route.ts";
import { GET as FORMS } from "#app/v1/forms/route.ts";
import { GET as RECALL } from "#app/v1/recalls/[id]/route.ts";
import { GET as RECALLS } from "#app/v1/recalls/route.ts";
import { GET as REFERRING } from "#app/v1/referring-providers/route.ts";
import { GET as STAFF } from "#app/v1/staff/route.ts";
import { GET as VISIT_TYPES } from "#app/v1/visit-types/route.ts";
import { withTenant } from "#lib/db/tenant";
import type { EmrReferringProvider } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { form } from "#lib/resources/forms/table";
import { recall } from "#lib/resources/recalls/table";
import { syncedReferringProviders } from "#lib/resources/referring-providers/sync";
import { staff } from "#lib/resources/staff/table";
import { visitType } from "#lib/resources/visit-types/table";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { NO_DETAILS } from "#lib/testing/referring-provider";
import { testDatabase } from "#lib/testing/test-database";

/** The path of each list, without the id. */
const PATHS = new Map([
  [FORM, "/forms"],
  [FORMS, "/forms"],
  [RECALL, "/recalls"],
  [RECALLS, "/recalls"],
  [REFERRING, "/referring-providers"],
  [STAFF, "/staff"],
  [VISIT_TYPES, "/visit-types"],
]);

testDatabase();
let clinic: TestAccount;
const recallId = newId();
const formId = newId();

const question = { emrQuestionId: "Q1", text: "How often?", required: true, type: "choice" as const };

const referring = (ehrId: string, change: Partial<EmrReferringProvider>): EmrReferringProvider => ({
  ehrId,
  firstName: "Ann",
  lastName: "Baker",
  ...NO_DETAILS,
  active: true,
  ...change,
});

beforeAll(async () => {
  clinic = await makeLinkedAccount();
  const { tenant } = clinic;
  await withTenant(tenant, async (tx) => {
    await tx.insert(visitType).values([
      { ...tenant, id: "VT-1", name: "Physical", duration: 40 },
      { ...tenant, id: "VT-2", name: "Follow-up", duration: 20 },
    ]);
    const person = { ...tenant, role: "Nurse", email: "a@example.com" };
    await tx.insert(staff).values([
      { ...person, id: newId(), ehrId: "ST-1", firstName: "Zoe", lastName: "Adams" },
      { ...person, id: newId(), ehrId: "ST-2", firstName: "Amy", lastName: "Adams" },
    ]);
    await tx.insert(form).values({
      ...tenant,
      id: formId,
      emrFormId: "FORM-PHQ9",
      name: "PHQ-9",
      scored: true,
      stem: "In the last week:",
      questions: [{ ...question, options: [{ value: "0", label: "Never", score: 0 }] }],
    });
    const about = { ...tenant, patientMrn: "MRN-1", reason: "Screening", actions: [] };
    await tx.insert(recall).values([
      { ...about, id: newId(), ehrId: "REC-2", dueDate: "2026-06-01", status: "open" },
      {
        ...about,
        id: recallId,
        ehrId: "REC-1",
        dueDate: "2026-05-01",
        status: "closed",
        actions: [{ id: "ACT-1", actionTaken: "Called", note: null, at: "2026-05-02T10:00:00Z" }],
      },
    ]);
    const records = [
      referring("RP-1", { phone: "(740) 555-0147", fax: "1-740-555-0148", npi: "1234567893" }),
      referring("RP-2", { firstName: "Abe", phone: "740.555.0199" }),
      referring("RP-3", { lastName: "100%", phone: "+44 20 7946 0000" }),
      referring("RP-4", { lastName: "Gone", active: false }),
    ];
    const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
    await syncedReferringProviders.store(tx, tenant, { records, asOf: 1 }, context);
  });
});

const get = async (handler: typeof FORMS, query = "", params: Record<string, string> = {}) => {
  const path = `${PATHS.get(handler)}${params.id ? `/${params.id}` : ""}${query}`;
  const { status, body } = await call(handler, "GET", path, { headers: clinic.headers, params });
  return { status, ...body };
};

describe("the practice's lists", () => {
  it("return visit types by name", async () => {
    expect((await get(VISIT_TYPES)).visit_types).toEqual([
      { id: "VT-2", name: "Follow-up", duration: 20, set_aside: null },
      { id: "VT-1", name: "Physical", duration: 40, set_aside: null },
    ]);
  });

  it("return staff by name, with the id that requests use", async () => {
    const { staff: members } = await get(STAFF);
    expect(members.map(({ ehr_id }: { ehr_id: string }) => ehr_id)).toEqual(["ST-2", "ST-1"]);
    expect(Object.keys(members[0])).toEqual(["id", "ehr_id", "first_name", "last_name", "role", "email", "set_aside"]);
  });

  it("return forms, and one form by either id with its questions", async () => {
    const listed = { id: formId, emr_form_id: "FORM-PHQ9", name: "PHQ-9", scored: true, set_aside: null };
    expect((await get(FORMS)).forms).toEqual([listed]);
    const options = [{ value: "0", label: "Never", score: 0 }];
    const detail = { ...listed, stem: "In the last week:", questions: [{ ...question, options, alert: null }] };
    for (const id of [formId, "FORM-PHQ9"]) expect((await get(FORM, "", { id })).form).toEqual(detail);
    expect(await get(FORM, "", { id: "x" })).toEqual({ status: 404, success: false, message: "Form not found" });
  });
});

describe("GET /recalls", () => {
  it("returns the earliest due date first, with the recall's actions", async () => {
    const { recalls } = await get(RECALLS);
    expect(recalls.map(({ due_date }: { due_date: string }) => due_date)).toEqual(["2026-05-01", "2026-06-01"]);
    expect(recalls[0]).toEqual({
      id: recallId,
      patient_mrn: "MRN-1",
      patient_name: null,
      reason: "Screening",
      due_date: "2026-05-01",
      status: "closed",
      actions: [{ id: "ACT-1", action_taken: "Called", note: null, created_at: "2026-05-02T10:00:00Z" }],
      set_aside: null,
    });
    expect((await get(RECALL, "", { id: recallId })).recall).toEqual(recalls[0]);
    expect((await get(RECALL, "", { id: "x" })).status).toBe(404);
  });

  it.each([
    ["?status=open", 1],
    ["?due_before=2026-05-01", 0],
    ["?due_before=2026-05-02", 1],
    ["?patient_mrn=MRN-2", 0],
  ])("filters by %s", async (query, count) => expect((await get(RECALLS, query)).recalls).toHaveLength(count));

  it("refuses an invalid date", async () => {
    expect((await get(RECALLS, "?due_before=2026-02-30")).status).toBe(400);
  });
});

describe("GET /referring-providers", () => {
  const found = async (query = "") =>
    (await get(REFERRING, query)).referring_providers.map(({ ehr_id }: { ehr_id: string }) => ehr_id);

  it("returns active ones by last name, then first name", async () => {
    expect(await found()).toEqual(["RP-3", "RP-2", "RP-1"]);
  });

  it("formats numbers uniformly, and keeps the EMR's spelling of names", async () => {
    const { referring_providers } = await get(REFERRING, "?emr_referring_provider_id=RP-1");
    expect(referring_providers).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        ehr_id: "RP-1",
        name: "BAKER,ANN",
        first_name: "Ann",
        last_name: "Baker",
        middle_initial: null,
        speciality: null,
        phone: "740-555-0147",
        fax: "740-555-0148",
        email: null,
        npi: "1234567893",
        set_aside: null,
        address_street: null,
        address_city: null,
        address_state: null,
        address_zip: null,
      },
    ]);
  });

  it.each([
    ["?first_name=AN", ["RP-3", "RP-1"]],
    ["?last_name=ake", ["RP-2", "RP-1"]],
    ["?last_name=0%25", ["RP-3"]],
    ["?phone=%2B1%20740%20555%200147", ["RP-1"]],
    ["?phone=7405550199", ["RP-2"]],
    ["?fax=(740)5550148", ["RP-1"]],
    ["?npi=1234567893", ["RP-1"]],
    ["?npi=123456789", []],
    ["?first_name=ann&last_name=baker", ["RP-1"]],
  ])("filters by %s", async (query, ids) => expect(await found(query)).toEqual(ids));

  it("refuses a number without digits", async () => {
    const answer = await get(REFERRING, "?phone=none");
    expect([answer.status, answer.message]).toEqual([400, "phone must be a telephone number"]);
  });
});
