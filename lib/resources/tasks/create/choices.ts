import { eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { unknownValue } from "#lib/definitions/known-value";
import type { InputOf } from "#lib/definitions/operation";
import { invalid } from "#lib/kernel/domain-error";
import { location } from "#lib/resources/locations/table";
import { accountSettings } from "#lib/resources/settings/account-settings";
import { staff } from "#lib/resources/staff/table";
import type { createTask } from "./definition.ts";

type Named = { id: string; name: string }[];

/** Returns the account's valid values for a task's fields. */
async function knownValues(tx: Transaction, linkedAccountId: string) {
  const [settings, locations, members] = await Promise.all([
    accountSettings(tx, linkedAccountId),
    tx
      .select({ id: location.emrId })
      .from(location)
      .where(eq(location.linkedAccountId, linkedAccountId))
      .orderBy(location.emrId),
    tx.select({ id: staff.ehrId }).from(staff).where(eq(staff.linkedAccountId, linkedAccountId)).orderBy(staff.ehrId),
  ]);
  return {
    locations: locations.map(({ id }) => id),
    staff: members.map(({ id }) => id),
    groups: (settings?.staff_groups ?? []).map(({ id }) => id),
    phoneCallTypes: (settings?.phone_call_types ?? []).map(({ id }) => id),
    taskTypes: settings?.task_types ?? [],
    taskDetails: settings?.task_details ?? [],
  };
}

/**
 * Returns the list's spelling of an entry given by id or, ignoring case, by name; the given text if the list has no
 * such entry.
 */
function canonicalName(given: string | undefined, list: Named): string | undefined {
  const wanted = given?.toLowerCase();
  return list.find(({ id, name }) => id === given || name.toLowerCase() === wanted)?.name ?? given;
}

/**
 * Validates a task's choices against the account's lists (interface 4.10). Returns the values to write, with defaults.
 * Throws `invalid` that lists every unknown value with the valid ones (decisions §4).
 */
export async function knownChoices(tx: Transaction, linkedAccountId: string, input: InputOf<typeof createTask>) {
  const known = await knownValues(tx, linkedAccountId);
  const people = [...known.staff, ...known.groups];
  const taskType = canonicalName(input.task_type, known.taskTypes);
  const details = canonicalName(input.details, known.taskDetails);
  const names = (list: Named) => list.map(({ name }) => name);
  const problems = [
    unknownValue("assignee_user_id", input.assignee_user_id, known.staff, "staff"),
    unknownValue("phone_call_type_id", input.phone_call_type_id, known.phoneCallTypes, "phone call types"),
    ...(input.notify_list ?? []).map((id, index) =>
      unknownValue(`notify_list[${index}]`, id, people, "staff and staff groups", "notify_list"),
    ),
    unknownValue("location_id", input.location_id, known.locations, "locations"),
    unknownValue("task_type", taskType, names(known.taskTypes), "task types"),
    unknownValue("details", details, names(known.taskDetails), "task details"),
    unknownValue("assigned_to", input.assigned_to, people, "staff and staff groups"),
    unknownValue("facility_id", input.facility_id, known.locations, "locations"),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw invalid(problems);
  const onlyLocation = known.locations.length === 1 ? known.locations[0] : undefined;
  return {
    taskType: taskType ?? "General",
    details: details ?? null,
    facilityId: input.facility_id ?? onlyLocation ?? null,
  };
}
