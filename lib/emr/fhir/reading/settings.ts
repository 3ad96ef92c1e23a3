import type { FhirContext } from "#lib/emr/fhir/context";
import { namedConcept } from "#lib/emr/fhir/named-concept";
import { REFERRAL_STATUSES } from "#lib/emr/fhir/referral-fields";
import { isReferral } from "#lib/emr/fhir/service-request";
import { isRecord } from "#lib/emr/fhir/untrusted";
import { visitStatusList } from "#lib/emr/fhir/visit-statuses";
import { isReadable } from "#lib/emr/fhir/ways";
import { NO_LISTS } from "#lib/emr/port/empty-settings";
import type { EmrNamed, EmrSettings } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { isStorable } from "#lib/kernel/storable-text";
import { readPayers } from "./payers.ts";
import { rolePages } from "./role-pages.ts";
import { answeredPagesOf } from "./search.ts";

/** The statuses of referrals: those of ServiceRequest, but for a record that is no longer shown. */
export const referralStatuses = (): EmrNamed[] =>
  REFERRAL_STATUSES.filter(({ id }) => id !== "entered-in-error").map((each) => ({ ...each }));

/** Referrals whose specialties are offered besides those of the practitioners: one page. */
const REFERRALS = 100;

/** Yields the specialties in which the server's practitioners work, then those to which it refers: many work elsewhere. */
async function* specialtiesOf(context: FhirContext, signal: AbortSignal): AsyncGenerator<unknown[]> {
  for await (const roles of rolePages(context, null, signal)) yield roles.flatMap(({ specialty }) => specialty);
  if (!isReadable(context.findings, "ServiceRequest")) return;
  const search = { type: "ServiceRequest", address: `ServiceRequest?_count=${REFERRALS}` };
  for await (const requests of answeredPagesOf(context.server, search, signal)) {
    yield requests.filter((each) => isReferral(each)).map(({ performerType }) => performerType);
    return;
  }
}

/** Characters by which names are sorted: a comparison takes long for many combining marks. */
const SORTED_BY = 100;

const byName = (one: EmrNamed, other: EmrNamed): number =>
  beginningOf(one.name, SORTED_BY).localeCompare(beginningOf(other.name, SORTED_BY), "en");

/** Reads the specialties that the server's practitioners and referrals name, by name, each once. */
export async function readSpecialties(context: FhirContext, signal: AbortSignal): Promise<EmrNamed[]> {
  const found = new Map<string, EmrNamed>();
  for await (const concepts of specialtiesOf(context, signal))
    for (const concept of concepts.filter(isRecord)) {
      const named = namedConcept(concept);
      const name = named?.name.toLowerCase() ?? "";
      if (named && isStorable(named.id) && !found.has(name)) found.set(name, named);
    }
  return [...found.values()].toSorted(byName);
}

/** Reads the settings of a practice: what FHIR lacks is empty. */
export async function readSettings(context: FhirContext, signal: AbortSignal): Promise<EmrSettings> {
  return {
    timezone: context.timeZone,
    userActive: true,
    requiredPatientFields: [],
    ...NO_LISTS,
    visitStatuses: visitStatusList(context.connection.visit_statuses),
    referralStatuses: referralStatuses(),
    specialties: await readSpecialties(context, signal),
    insuranceCompanies: (await readPayers(context, signal)).toSorted(byName),
  };
}
