import { z } from "zod";
import type { EmrSettings } from "#lib/emr/port/port";
import { required, text } from "#lib/emr/records-api/fields";
import type { Remote } from "#lib/emr/records-api/remote";
import { listOf, parseRows } from "#lib/emr/records-api/rows";
import type { Traits } from "#lib/emr/records-api/traits";
import { isTimeZone } from "#lib/kernel/time-zone";

const named = z
  .union([z.string().transform((name) => ({ id: name, name })), z.object({ id: required, name: text })])
  .transform(({ id, name }) => ({ id, name: name || id }));

/** A list of named entries; entries that are not understood are left out. */
const names = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.flatMap((each) => named.safeParse(each).data ?? []));

const serviceType = z
  .object({ id: required, name: text, form_id: z.string().nullish() })
  .transform(({ id, name, form_id }) => ({ id, name: name || id, formId: form_id ?? null }));

const team = z
  .object({ id: required, name: text, service_types: z.array(serviceType).catch([]) })
  .transform(({ id, name, service_types }) => ({ id, name: name || id, serviceTypes: service_types }));

/** `settings` of GET /settings (decisions §5), each field optional: the interface names the route alone. */
const settings = z.object({
  timezone: z.string().refine(isTimeZone).nullish().catch(null),
  required_patient_fields: z.array(z.string()).catch([]),
  payment_methods: names,
  note_categories: names,
  referral_statuses: names,
  specialties: names,
  task_types: names,
  task_details: names,
  phone_call_types: names,
  staff_groups: names,
  recall_actions: names,
  recall_closing_actions: names,
  teams: z.array(team).catch([]),
  insurance_companies: names,
  pharmacies: names,
});

const visitStatus = z.object({ code: required, description: text });

/** Reads the settings of the practice behind a remote: visit statuses (interface 4.9), and what GET /settings shows. */
export async function readSettings(
  { remote, traits, timeZone }: { remote: Remote; traits: Traits; timeZone: string },
  signal: AbortSignal,
): Promise<EmrSettings> {
  const [statuses, body] = await Promise.all([
    remote.get("/visit-statuses", {}, signal),
    traits.answers("/settings") ? remote.get("/settings", {}, signal) : {},
  ]);
  const found = settings.parse((body as { settings?: unknown }).settings ?? {});
  return {
    timezone: found.timezone ?? timeZone,
    userActive: true,
    requiredPatientFields: found.required_patient_fields,
    visitStatuses: parseRows(listOf(statuses, "data"), visitStatus, ["code"]).records,
    paymentMethods: found.payment_methods,
    noteCategories: found.note_categories,
    referralStatuses: found.referral_statuses,
    specialties: found.specialties,
    taskTypes: found.task_types,
    taskDetails: found.task_details,
    phoneCallTypes: found.phone_call_types,
    staffGroups: found.staff_groups,
    recallActions: found.recall_actions,
    recallClosingActions: found.recall_closing_actions,
    teams: found.teams,
    insuranceCompanies: found.insurance_companies,
    pharmacies: found.pharmacies,
  };
}
