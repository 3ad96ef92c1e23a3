import type { PatientCommunication, PatientContact } from "fhir/r4";
import type { EmrPatient } from "#lib/emr/port/port";

/** A language tag alone, such as `es` or `pt-BR`. */
const TAG = /^[a-z]{2,3}(-[A-Z]{2})?$/;

/** Returns the language in which a patient is spoken to. */
export const languageEntry = (language: string): PatientCommunication => ({
  language: TAG.test(language)
    ? { coding: [{ system: "urn:ietf:bcp:47", code: language }], text: language }
    : { text: language },
  preferred: true,
});

/** HL7's code of whom to call in an emergency. */
const FOR_EMERGENCIES = {
  coding: [{ system: "http://terminology.hl7.org/CodeSystem/v2-0131", code: "C", display: "Emergency Contact" }],
};

/** Returns whom to call about a patient in an emergency. */
export const emergencyEntry = ({
  name,
  relationship,
  phone,
}: NonNullable<EmrPatient["emergencyContact"]>): PatientContact => ({
  relationship: [FOR_EMERGENCIES, ...(relationship ? [{ text: relationship }] : [])],
  name: { text: name },
  ...(phone ? { telecom: [{ system: "phone", value: phone }] } : {}),
});
