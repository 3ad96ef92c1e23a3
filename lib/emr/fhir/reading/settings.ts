import type { CodeableConcept } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { namedConcept } from "#lib/emr/fhir/named-concept";
import { REFERRAL_STATUSES } from "#lib/emr/fhir/referral-fields";
import { objectsOf } from "#lib/emr/fhir/untrusted";
import { visitStatusList } from "#lib/emr/fhir/visit-statuses";
import type { EmrNamed, EmrSettings } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";

import { rolePages } from "./roles.ts";

/** The statuses of referrals: those of ServiceRequest, but for a record that is no longer shown. */
export const referralStatuses = (): EmrNamed[] =>
  REFERRAL_STATUSES.filter(({ id }) => id !== "entered-in-error").map((each) => ({ ...each }));

/** Reads the specialties in which the server's practitioners work, by name. */
export async function readSpecialties(context: FhirContext, signal: AbortSignal): Promise<EmrNamed[]> {
  const found = new Map<string, EmrNamed>();
  for await (const roles of rolePages(context, null, signal))
    for (const { specialty } of roles)
      for (const concept of objectsOf(specialty)) {
        const named = namedConcept(concept as CodeableConcept);
        if (named && isStorable(named.id)) found.set(named.id, named);
      }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Reads the settings of a practice: what FHIR lacks is empty. */
export async function readSettings(context: FhirContext, signal: AbortSignal): Promise<EmrSettings> {
  return {
    timezone: context.timeZone,
    userActive: true,
    requiredPatientFields: [],
    visitStatuses: visitStatusList(context.connection.visit_statuses),
    paymentMethods: [],
    noteCategories: [],
    referralStatuses: referralStatuses(),
    specialties: await readSpecialties(context, signal),
    taskTypes: [],
    taskDetails: [],
    phoneCallTypes: [],
    staffGroups: [],
    recallActions: [],
    recallClosingActions: [],
    teams: [],
    insuranceCompanies: [],
    pharmacies: [],
  };
}
