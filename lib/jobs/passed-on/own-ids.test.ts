import { expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import type { StoredJob } from "#lib/job-record/stored-job";
import { createVisitNote } from "#lib/resources/visit-notes/create/definition";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { requestWithOwnIds } from "./own-ids.ts";

const database = testDatabase();

it("a visit that a request names by its id here is named by the EMR's id", async () => {
  const { tenant } = await openClinic();
  const [visit] = await database.asOwner<{ id: string }>(
    "SELECT id::text FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
    [tenant.linkedAccountId],
  );
  const passedOn = (appointment_id: string | undefined) =>
    withTenant(tenant, (tx) => {
      const request = { appointment_id, subject: "Follow-up", note: "Lungs clear." };
      return requestWithOwnIds(tx, { ...tenant, request, identifiers: {} } as unknown as StoredJob, createVisitNote);
    });
  const { body } = await passedOn(visit?.id);
  expect(body).toEqual({ emr_appointment_id: "APT-1", subject: "Follow-up", note: "Lungs clear." });
  await expect(passedOn("0".repeat(32))).rejects.toThrow("The visit is no longer among the synced visits");
});
