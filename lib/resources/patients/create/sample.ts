import type { SampleOf } from "#lib/definitions/operation";
import type { createPatient } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createPatientSample: SampleOf<typeof createPatient> = {
  request: {
    first_name: "Ana",
    last_name: "Ávila",
    dob: "1980-03-04",
    gender: "female",
    phone: "740-555-0101",
    address: { street: "12 Mill Road", city: "Marietta", state: "OH", zip: "45750" },
  },
  completed: {
    patient_id: "01900000000070008000000000000026",
    patient_mrn: "MRN-900026",
    ehr_id: "PAT-900026",
  },
  failed: {
    patient_id: "01900000000070008000000000000026",
    failure_reason: "The EMR has a patient with this birth date and a similar name or the same telephone number",
    reasons: [
      {
        code: "duplicate",
        description: "The EMR has a patient with this birth date and a similar name or the same telephone number",
      },
    ],
  },
};
