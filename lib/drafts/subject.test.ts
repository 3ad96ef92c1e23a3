import { expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { createVisitNote } from "#lib/resources/visit-notes/create/definition";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { draftedFields } from "./drafted-fields.ts";
import { subjectOf } from "./subject.ts";

testDatabase();

it("a draft about a visit concerns the visit's patient", async () => {
  const { tenant } = await openClinic();
  const subjectOfNote = (emr_appointment_id: string) => {
    const fields = draftedFields(createVisitNote, { emr_appointment_id, subject: "Follow-up", note: "Lungs clear." });
    return withTenant(tenant, (tx) => subjectOf(tx, tenant.linkedAccountId, createVisitNote, fields));
  };
  expect(await subjectOfNote("APT-1")).toBe("MRN-1");
  await expect(subjectOfNote("APT-404")).rejects.toMatchObject({ code: "not_found" });
});
