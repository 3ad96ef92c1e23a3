import { z } from "zod";
import { setAside } from "#lib/kernel/fields";

/** A visit type; appointments refer to it by name. */
export const visitTypeModel = z
  .object({
    id: z.string().describe("The EMR's id"),
    name: z.string().describe("The `appointment_type` of appointments"),
    duration: z.number().int().describe("Minutes"),
    set_aside: setAside,
  })
  .meta({ id: "VisitType" });

/** A staff member; requests refer to it by `ehr_id`. */
export const staffModel = z
  .object({
    id: z.string(),
    ehr_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: z.string(),
    email: z.string(),
    set_aside: setAside,
  })
  .meta({ id: "StaffMember" });

/** A referring provider (interface 2.12). */
export const referringProviderModel = z
  .object({
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
    set_aside: setAside,
  })
  .meta({ id: "ReferringProvider" });

export type VisitTypeModel = z.infer<typeof visitTypeModel>;
export type StaffModel = z.infer<typeof staffModel>;
export type ReferringProviderModel = z.infer<typeof referringProviderModel>;
