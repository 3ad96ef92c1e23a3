import type { InputOf } from "#lib/definitions/operation";
import type { EmrNewPatient } from "#lib/emr/port/port";
import { addressOf, emergencyContactOf } from "#lib/resources/patients/contact-fields";
import type { createPatient } from "./definition.ts";

export type Asked = InputOf<typeof createPatient>;

/** Returns the patient that a request describes. What it leaves out is "" or null, as for every patient. */
export function personOf(input: Asked): EmrNewPatient {
  const { address = {}, emergency_contact: contact } = input;
  return {
    firstName: input.first_name,
    lastName: input.last_name,
    dob: input.dob,
    gender: input.gender,
    phone: input.phone ?? "",
    email: input.email ?? "",
    address: addressOf(address),
    middleName: input.middle_name ?? null,
    suffix: input.suffix ?? null,
    mobilePhone: input.mobile_phone ?? null,
    preferredLanguage: input.preferred_language ?? null,
    emergencyContact: contact ? emergencyContactOf(contact) : null,
    active: true,
    deceased: false,
    deceasedAt: null,
  };
}
