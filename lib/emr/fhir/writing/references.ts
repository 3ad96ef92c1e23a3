import type { Reference } from "fhir/r4";

/** The types of records to which writes refer. */
type ReferredType = "Patient" | "Practitioner" | "Location" | "Appointment" | "ServiceRequest";

/** Returns the reference to a record by its EMR id. */
export const referenceTo = (type: ReferredType, id: string): Reference => ({
  reference: `${type}/${encodeURIComponent(id)}`,
});
