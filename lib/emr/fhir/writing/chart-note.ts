import type { DocumentReference } from "fhir/r4";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import type { EmrPatientNote } from "#lib/emr/port/port";
import { referenceTo } from "./references.ts";

/** LOINC's type of a note that names no specialty or setting. */
const NOTE = { system: "http://loinc.org", code: "34109-9", display: "Note" };

/** Returns a chart note as a document whose text is inline. */
export function chartNote(
  { patientEhrId, subject, note, locationEmrId, categoryIds }: EmrPatientNote,
  now: Date,
): DocumentReference {
  const content = {
    contentType: "text/plain; charset=utf-8",
    data: Buffer.from(note, "utf8").toString("base64"),
    title: subject,
  };
  return {
    resourceType: "DocumentReference",
    status: "current",
    docStatus: "final",
    type: { coding: [NOTE], text: NOTE.display },
    subject: referenceTo("Patient", patientEhrId),
    date: now.toISOString(),
    description: subject,
    content: [{ attachment: content }],
    ...(categoryIds.length > 0 ? { category: categoryIds.map(conceptOf) } : {}),
    ...(locationEmrId === null ? {} : { context: { related: [referenceTo("Location", locationEmrId)] } }),
  };
}
