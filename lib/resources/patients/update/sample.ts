import type { SampleOf } from "#lib/definitions/operation";
import type { updatePatient } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const updatePatientSample: SampleOf<typeof updatePatient> = {
  request: {
    phone: "740-555-0188",
    email: "",
    address: { street: "9 River Street", city: "Marietta", state: "OH", zip: "45750" },
  },
  completed: { patient_mrn: "MRN-100042", updated_fields: ["phone", "email", "address"] },
  failed: {
    patient_mrn: "MRN-100042",
    failure_reason: "The patient is no longer among the synced patients",
    reasons: [{ code: "patient_not_found", description: "The patient is no longer among the synced patients" }],
  },
};
