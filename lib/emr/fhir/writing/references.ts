import type { Reference } from "fhir/r4";

/** Returns the reference to a record by its EMR id. */
export const referenceTo = (type: "Patient" | "Practitioner" | "Location" | "Appointment", id: string): Reference => ({
  reference: `${type}/${encodeURIComponent(id)}`,
});
