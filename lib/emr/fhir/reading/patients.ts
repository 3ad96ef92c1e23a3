import { objectsOf } from "#lib/emr/fhir/untrusted";
import { dayOf, idOf, text, Unreadable, type Untrusted } from "./elements.ts";
import { addressOf, contactOf, nameOf } from "./people.ts";
import { idIn } from "./references.ts";
import type { Reading } from "./resolve.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Returns a birth date. Throws Unreadable for a year or month alone: another day would be untrue. */
function birthDateOf({ birthDate }: Untrusted): string {
  const day = dayOf(birthDate);
  if (day !== null) return day;
  throw new Unreadable(text(birthDate) === "" ? "The patient has no birth date" : "The birth date is no whole date");
}

/** Patient → patients. */
export function patientSource({ context, references }: Reading): Source<"patients"> {
  const { baseUrl } = context.server;
  const toRecord = (patient: Untrusted) => {
    const { firstName, furtherNames, lastName } = nameOf(patient);
    const replacedBy = objectsOf(patient.link).find(({ type }) => type === "replaced-by");
    return {
      ehrId: idOf(patient),
      mrn: references.mrn(patient),
      mergedInto: idIn(replacedBy?.other, "Patient", baseUrl),
      firstName: [firstName, ...furtherNames].join(" "),
      lastName,
      dob: birthDateOf(patient),
      gender: text(patient.gender),
      phone: contactOf(patient, "phone"),
      email: contactOf(patient, "email"),
      address: addressOf(patient.address),
    };
  };
  return {
    type: "Patient",
    shownBy: [],
    isTotal: true,
    read: async (patients) => shownOf<"patients">(patients, (id) => id, toRecord),
    ids: async (patients) => idsOf(patients),
  };
}
