import type { InputOf } from "#lib/definitions/operation";
import type { EmrPatientChanges } from "#lib/emr/port/port";
import { addressOf, emergencyContactOf } from "#lib/resources/patients/contact-fields";
import { updatePatient } from "./definition.ts";

type Asked = InputOf<typeof updatePatient>;

/** Returns what the EMR is to change; the fields that a request leaves out are left out. */
export function changesOf({ phone, mobile_phone, email, preferred_language, ...whole }: Asked): EmrPatientChanges {
  const { address, emergency_contact: contact } = whole;
  return {
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(mobile_phone !== undefined && { mobilePhone: mobile_phone || null }),
    ...(preferred_language !== undefined && { preferredLanguage: preferred_language || null }),
    ...(address && { address: addressOf(address) }),
    ...(contact && { emergencyContact: emergencyContactOf(contact) }),
  };
}

/** Returns the names of the fields that a request sets, in the order of the definition. */
export const updatedFields = (input: Asked): string[] =>
  Object.keys(updatePatient.input.shape).filter((field) => input[field as keyof Asked] !== undefined);
