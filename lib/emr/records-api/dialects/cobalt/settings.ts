import { z } from "zod";
import { NO_LISTS } from "#lib/emr/port/empty-settings";
import { EmrError, type EmrNamed, type EmrSettings, type EmrVisitType } from "#lib/emr/port/port";
import { required, text } from "#lib/emr/records-api/fields";
import type { Remote } from "#lib/emr/records-api/remote";
import { parseRows } from "#lib/emr/records-api/rows";
import type { Traits } from "#lib/emr/records-api/traits";
import { isTimeZone } from "#lib/kernel/time-zone";
import { recordIn, rowsIn } from "./answers.ts";
import { readWhole } from "./lists.ts";
import { named, visitType } from "./records.ts";

/** Pages that are read of a list which belongs to the settings: some name every pharmacy of a country. */
export const MOST_PAGES = 10;

const list = z.array(z.unknown()).catch([]);

const settings = z.object({
  access_token_reference_id: z.string().nullish().catch(null),
  timezone: z.string().refine(isTimeZone).nullish().catch(null),
  required_patient_fields: z.array(z.string()).catch([]),
  visit_types: list,
  visit_statuses: list,
});

export type CobaltSettings = z.infer<typeof settings>;

const visitStatus = z
  .object({ code: required, description: text, name: text })
  .transform(({ code, description, name }) => ({ code, description: description || name }));

/** Returns GET /settings, which stands under `data`; without any, what it would lack. Throws EmrErrors. */
export async function readOwnSettings(remote: Remote, signal: AbortSignal): Promise<CobaltSettings> {
  try {
    return settings.parse(recordIn(await remote.get("/settings", {}, signal), "data", "settings") ?? {});
  } catch (error) {
    if (error instanceof EmrError && error.status === 404) return settings.parse({});
    throw error;
  }
}

/** Returns the visit types of the settings. */
export const visitTypesOf = ({ visit_types }: CobaltSettings): EmrVisitType[] =>
  parseRows(visit_types, visitType, ["id"]).records;

async function readNamed(remote: Remote, path: string, names: readonly [string, ...string[]], signal: AbortSignal) {
  const rows = await readWhole(remote, { path, names, ids: ["ehr_id", "id"] }, MOST_PAGES, signal);
  const found: EmrNamed[] = parseRows(rows, named, ["ehr_id", "id"]).records;
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/** Reads the settings of the practice behind a remote. */
export async function readSettings(
  { remote, traits, timeZone }: { remote: Remote; traits: Traits; timeZone: string },
  signal: AbortSignal,
): Promise<EmrSettings> {
  const own = await readOwnSettings(remote, signal);
  const given = own.visit_statuses.length > 0 || !traits.answers("/visit-statuses");
  const statuses = given
    ? own.visit_statuses
    : rowsIn(await remote.get("/visit-statuses", {}, signal), "visit_statuses");
  const insurers = traits.has("GET /insurance-providers");
  const pharmacies = traits.has("GET /pharmacies");
  return {
    timezone: own.timezone ?? timeZone,
    userActive: true,
    requiredPatientFields: own.required_patient_fields,
    ...NO_LISTS,
    visitStatuses: parseRows(statuses, visitStatus, ["code"]).records,
    insuranceCompanies: insurers
      ? await readNamed(remote, "/insurance-providers", ["insurance_providers", "insurances"], signal)
      : [],
    pharmacies: pharmacies ? await readNamed(remote, "/pharmacies", ["pharmacies"], signal) : [],
  };
}
