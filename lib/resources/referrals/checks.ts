import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { unknownValue } from "#lib/definitions/known-value";
import { invalid, notFoundBy } from "#lib/kernel/domain-error";
import type { Problem } from "#lib/kernel/field-error";
import { location } from "#lib/resources/locations/table";
import { staff } from "#lib/resources/staff/table";
import type { ReferralFields } from "./fields.ts";

async function isLocation(tx: Transaction, linkedAccountId: string, emrId: string): Promise<boolean> {
  const found = await tx
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.linkedAccountId, linkedAccountId), eq(location.emrId, emrId)));
  return found.length > 0;
}

async function assigneeProblem(tx: Transaction, linkedAccountId: string, staffId: string): Promise<Problem | null> {
  const members = await tx
    .select({ ehrId: staff.ehrId })
    .from(staff)
    .where(eq(staff.linkedAccountId, linkedAccountId))
    .orderBy(staff.ehrId);
  return unknownValue(
    "assigned_to_id",
    staffId,
    members.map(({ ehrId }) => ehrId),
    "staff",
  );
}

/**
 * Throws `not_found` for an unknown location (interface 4.2) and `invalid` for an unknown assignee (decisions §4). The 400 also
 * reports `otherProblem`.
 */
export async function requireReferralChoices(
  tx: Transaction,
  linkedAccountId: string,
  { location_id, assigned_to_id }: ReferralFields,
  otherProblem: Problem | null = null,
): Promise<void> {
  if (location_id !== undefined && !(await isLocation(tx, linkedAccountId, location_id))) {
    throw notFoundBy("location_id", "Location with this location_id");
  }
  const assignee = assigned_to_id === undefined ? null : await assigneeProblem(tx, linkedAccountId, assigned_to_id);
  const problems = [otherProblem, assignee].filter((problem) => problem !== null);
  if (problems.length > 0) throw invalid(problems);
}
