import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { activeAccount } from "#lib/definitions/active-account";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { staleLists } from "#lib/definitions/operation";
import { nextJobId, queueJob } from "#lib/job-record/queue-job";
import { joinLine, recordKeyOf } from "#lib/job-record/record-order";
import { present } from "#lib/kernel/clock";
import { invalid, notFound } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { etag } from "#lib/kernel/fields";
import { location } from "#lib/resources/locations/table";
import { syncSchedule } from "#lib/resources/providers/sync-schedule/definition";
import { changedFields } from "#lib/security/audit/changed-fields";
import { type ProviderChange, providerChange } from "./change-model.ts";
import type { ProviderHours } from "./model.ts";
import { byEhrId, byId } from "./named-provider.ts";
import { toProvider } from "./queries.ts";
import { readScheduleAnew } from "./read-schedule-anew.ts";
import { provider } from "./table.ts";

const body = z.object({ message: z.string(), provider_id: z.string(), etag });
type Provider = typeof provider.$inferSelect;
type Context = CommandContext<ProviderChange>;

/** Fills in the facility names. Throws `invalid` for a facility that is not a location of the account. */
async function namedHours(
  tx: Transaction,
  linkedAccountId: string,
  hours: NonNullable<ProviderChange["hours"]>,
): Promise<ProviderHours[]> {
  const locations = await tx
    .select({ emrId: location.emrId, name: location.name })
    .from(location)
    .where(eq(location.linkedAccountId, linkedAccountId))
    .orderBy(location.emrId);
  const names = new Map(locations.map(({ emrId, name }) => [emrId, name]));
  return hours.map(({ start_date, end_date, ...shift }, index) => {
    const facility_name = names.get(shift.facility_id);
    if (facility_name === undefined) {
      const field = `hours[${index}].facility_id`;
      throw invalid(problem(field, `must be one of the account's locations: ${[...names.keys()].join(", ")}`));
    }
    return { ...shift, facility_name, start_date: start_date ?? null, end_date: end_date ?? null };
  });
}

/**
 * Queues a job that fetches the schedule of a provider who becomes active (decisions §4). The next sync reads the whole
 * schedule, too: the job may fail, or read only the days around today.
 */
async function queueScheduleSync(
  tx: Transaction,
  { tenant, principal, input: { metadata = {} } }: Context,
  providerId: string,
  { reference, originVersion }: Awaited<ReturnType<typeof activeAccount>>,
) {
  await readScheduleAnew(tx, tenant);
  const line = await joinLine(tx, tenant.linkedAccountId, recordKeyOf("schedule", providerId));
  await queueJob(tx, {
    id: await nextJobId(tx),
    tenant,
    type: syncSchedule.id,
    invalidates: staleLists(syncSchedule, "queued"),
    patientMrn: null,
    actor: principal.actor,
    request: {},
    callbackUrls: [],
    metadata,
    apiClientId: null,
    accessTokenReferenceId: reference,
    originVersion,
    identifiers: { provider_id: providerId },
    line,
  });
}

/** Returns the fields of a provider that the audit log shows before and after a change. */
const auditedOf = ({
  status,
  hideInAvailability,
  hours,
}: Pick<Provider, "status" | "hideInAvailability" | "hours">) => ({
  status,
  hidden_in_availability: hideInAvailability,
  hours: hours.map(
    ({ day, start_time, end_time, facility_name }) => `${day} ${clock(start_time)}–${clock(end_time)} ${facility_name}`,
  ),
});

/** "T09:00:00" as "09:00". */
const clock = (time: string): string => time.replace(/^T/, "").slice(0, 5);

async function updateProvider(context: Context, named: SQL | undefined) {
  const { tx, tenant, input, principal } = context;
  const account = await activeAccount(tx, tenant.linkedAccountId);
  const [before] = await tx.select().from(provider).where(named).for("no key update");
  if (!before) throw notFound("Provider");
  context.assertMatch(toProvider(before));
  const { status, hide_in_availability: hidden, hours } = input;
  const after = {
    status: status ?? before.status,
    hideInAvailability: hidden === undefined ? before.hideInAvailability : hidden === "true",
    hours: hours === undefined ? before.hours : await namedHours(tx, tenant.linkedAccountId, hours),
  };
  const change = tx
    .update(provider)
    .set({ ...after, changedBy: principal.actor, changedAt: present() })
    .where(eq(provider.id, before.id))
    .returning({ id: provider.id });
  await changeRecords(tx, tenant, provider, change);
  context.note(changedFields(`${before.firstName} ${before.lastName}`, auditedOf(before), auditedOf(after)));
  if (status === "active" && before.status === "inactive") {
    await queueScheduleSync(tx, context, before.id, account);
  }
  // As it is read from now on: PostgreSQL orders the fields of the hours.
  const [changed = before] = await tx.select().from(provider).where(eq(provider.id, before.id));
  return { message: "Provider updated", provider_id: before.id, etag: toProvider(changed).etag };
}

const common = {
  method: "PATCH",
  embed: "open",
  permission: "providers:update",
  conditional: { shows: "providers:read" },
  status: 200,
  input: providerChange,
  body,
} as const;

/**
 * PATCH /providers/{id}: applies flags and hours at once; becoming active also queues a schedule sync (interface 4.14
 * and 3.4, decisions §4).
 */
export const updateProviderById = defineCommand({
  ...common,
  path: "/providers/{id}",
  summary: "Change a provider's status, visibility or hours",
  execute: async (context) => updateProvider(context, byId(context.tenant, context.params)),
});

/** PATCH /providers/ehr/{ehr_id}: the same change by EMR id (decisions §5). */
export const updateProviderByEhrId = defineCommand({
  ...common,
  path: "/providers/ehr/{ehr_id}",
  summary: "Change a provider's status, visibility or hours, by EMR id",
  execute: async (context) => updateProvider(context, byEhrId(context.tenant, context.params)),
});
