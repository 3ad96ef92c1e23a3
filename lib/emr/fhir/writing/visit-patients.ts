import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";

/** Returns how many patients take part in an appointment, without those who have declined. */
export const patientsIn = (participants: unknown): number =>
  objectsOf(participants).filter(({ actor, status }) => {
    const { reference, type } = isRecord(actor) ? actor : {};
    return status !== "declined" && (type === "Patient" || /(^|\/)Patient\//.test(String(reference ?? "")));
  }).length;
