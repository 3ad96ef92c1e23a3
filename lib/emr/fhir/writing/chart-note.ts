import type { DocumentReference } from "fhir/r4";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import type { EmrPatientNote } from "#lib/emr/port/port";
import { referenceTo } from "./references.ts";

/** LOINC's type of a note that names no specialty or setting. */
const NOTE = { system: "http://loinc.org", code: "34109-9", display: "Note" };

/** US Core's category of notes, which servers of that profile require. */
const CLINICAL_NOTE = {
  system: "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category",
  code: "clinical-note",
  display: "Clinical Note",
};

/** Servers require an author; requests name none, so it is this product. */
const AUTHOR = { display: "Clinical Records Console" };

/** Returns a chart note as a document whose text is inline. */
export function chartNote(
  { patientEhrId, subject, note, locationEmrId, categoryIds }: EmrPatientNote,
  now: Date,
): DocumentReference {
  const at = now.toISOString();
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
    date: at,
    author: [AUTHOR],
    category: [{ coding: [CLINICAL_NOTE], text: CLINICAL_NOTE.display }, ...categoryIds.map(conceptOf)],
    description: subject,
    content: [{ attachment: content }],
    context: {
      period: { start: at, end: at },
      ...(locationEmrId === null ? {} : { related: [referenceTo("Location", locationEmrId)] }),
    },
  };
}
