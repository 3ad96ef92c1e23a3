import { z } from "zod";

/** A visit type, as appointments name it. */
export const visitTypeModel = z.object({
  id: z.string().describe("The EMR's id"),
  name: z.string().describe("What an appointment's `appointment_type` says"),
  duration: z.number().int().describe("Minutes"),
});

/** A member of staff; `ehr_id` is what requests name. */
export const staffModel = z.object({
  id: z.string(),
  ehr_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  email: z.string(),
});

/** Interface 2.12. */
export const referringProviderModel = z.object({
  id: z.string(),
  ehr_id: z.string().describe("Id in the EMR"),
  name: z.string().describe("LASTNAME,FIRSTNAME"),
  first_name: z.string(),
  last_name: z.string(),
  middle_initial: z.string().nullable(),
  speciality: z.string().nullable(),
  phone: z.string().nullable().describe("XXX-XXX-XXXX"),
  fax: z.string().nullable().describe("XXX-XXX-XXXX"),
  email: z.string().nullable(),
  npi: z.string().nullable(),
  address_street: z.string().nullable(),
  address_city: z.string().nullable(),
  address_state: z.string().nullable(),
  address_zip: z.string().nullable(),
});

export type VisitTypeModel = z.infer<typeof visitTypeModel>;
export type StaffModel = z.infer<typeof staffModel>;
export type ReferringProviderModel = z.infer<typeof referringProviderModel>;
