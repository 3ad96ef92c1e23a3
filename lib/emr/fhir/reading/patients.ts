import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { dayOf, idOf, text, words } from "./elements.ts";
import { addressOf, contactOf, emergencyContactOf, mobileOf, nameOf } from "./people.ts";
import { idIn } from "./references.ts";
import type { Reading } from "./resolve.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Returns the words of the language in which a patient is spoken to. */
export function languageOf({ communication }: { communication?: unknown }): string {
  const all = objectsOf(communication);
  return words((all.find(({ preferred }) => preferred === true) ?? all[0])?.language);
}

/** Patient → patients. */
export function patientSource({ context, references }: Reading): Source<"patients"> {
  const { baseUrl } = context.server;
  const toRecord = (patient: Untrusted) => {
    const { firstName, furtherNames, lastName, suffix } = nameOf(patient);
    const diedAt = text(patient.deceasedDateTime);
    const linked = (wanted: string) =>
      objectsOf(patient.link).flatMap(({ type, other }) =>
        type === wanted ? (idIn(other, "Patient", baseUrl) ?? []) : [],
      );
    return {
      ehrId: idOf(patient),
      mrn: references.mrn(patient),
      mergedInto: linked("replaced-by")[0] ?? null,
      replaces: linked("replaces"),
      firstName: [firstName, ...furtherNames].join(" "),
      lastName,
      // Of a year or a month alone no day would be true.
      dob: dayOf(patient.birthDate),
      gender: text(patient.gender),
      phone: contactOf(patient, "phone"),
      email: contactOf(patient, "email"),
      address: addressOf(patient.address),
      middleName: furtherNames.join(" ") || null,
      suffix: suffix || null,
      mobilePhone: mobileOf(patient) || null,
      preferredLanguage: languageOf(patient) || null,
      emergencyContact: emergencyContactOf(patient),
      active: patient.active !== false,
      deceased: patient.deceasedBoolean === true || diedAt !== "",
      deceasedAt: diedAt || null,
    };
  };
  return {
    type: "Patient",
    shownBy: [],
    resourceIdOf: (id) => id,
    isTotal: true,
    read: async (patients) => shownOf<"patients">(patients, (id) => id, toRecord),
    ids: async (patients) => idsOf(patients),
  };
}
