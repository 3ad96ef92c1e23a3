import { z } from "zod";
import { setAside } from "#lib/kernel/fields";

/** A location of the practice; requests refer to it by `emr_id` (decisions §3). */
export const locationModel = z
  .object({
    id: z.string(),
    emr_id: z.string(),
    name: z.string(),
    address_street: z.string(),
    address_city: z.string(),
    address_state: z.string(),
    address_zip: z.string(),
    phone: z.string(),
    set_aside: setAside,
  })
  .meta({ id: "Location" });

export type LocationModel = z.infer<typeof locationModel>;
