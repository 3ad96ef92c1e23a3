import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { etag, setAside } from "#lib/kernel/fields";

export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** One shift of a provider's working schedule (interface 4.14, decisions §5). */
export const providerHours = z
  .object({
    day: z.enum(DAYS),
    start_time: z.string().describe("THH:MM:SS"),
    end_time: z.string().describe("THH:MM:SS"),
    facility_id: z.string().describe("A location's emr_id"),
    facility_name: z.string(),
    start_date: z.string().nullable().describe("ISO 8601 with a time part"),
    end_date: z.string().nullable().describe("ISO 8601 with a time part"),
  })
  .meta({ id: "ProviderHours" });

export type ProviderHours = z.infer<typeof providerHours>;

/** A provider (interface 2.11); fields that the interface does not define follow the sync. */
export const providerModel = z
  .object({
    id: z.string(),
    ehr_id: z.string().describe("Id in the EMR"),
    provider_number: z
      .string()
      .describe("Digits only: the `provider` of POST /messages. The `ehr_id` if that has digits only"),
    first_name: z.string(),
    last_name: z.string(),
    npi: z.string(),
    specialty: z.string(),
    status: z.enum(["active", "inactive"]),
    hide_in_availability: z.enum(["true", "false"]),
    hours: z.array(providerHours),
    changed_by: z.string().nullable().describe("Who last changed status, hiding or hours"),
    changed_at: momentText.nullable().describe("ISO 8601"),
    etag,
    set_aside: setAside,
  })
  .meta({ id: "Provider" });

export type ProviderModel = z.infer<typeof providerModel>;
