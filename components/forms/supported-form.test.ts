import { expect, it } from "vitest";
import { createPatientNote } from "#lib/resources/patient-notes/create/definition";
import { supportedForm } from "./supported-form.ts";

it("leaves out the fields that the EMR has no place for", () => {
  const unsupported_fields = { patient_notes: { tags: "no categories" }, tasks: { subject: "no subjects" } };
  expect(Object.keys(supportedForm(createPatientNote, { unsupported_fields }).form)).toEqual([
    "patient_mrn",
    "subject",
    "note",
    "location_id",
  ]);
  expect(supportedForm(createPatientNote, { unsupported_fields: {} }).form).toEqual(createPatientNote.form);
});
