import type { EmrReferringProvider } from "#lib/emr/port/port";

/** A referring provider of whom the EMR has only a name. */
export const NO_DETAILS: Omit<EmrReferringProvider, "ehrId" | "firstName" | "lastName" | "active"> = {
  middleInitial: null,
  speciality: null,
  phone: null,
  fax: null,
  email: null,
  npi: null,
  addressStreet: null,
  addressCity: null,
  addressState: null,
  addressZip: null,
};
