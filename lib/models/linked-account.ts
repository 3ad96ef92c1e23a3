import { z } from "zod";

/** A linked account as the console's frame shows it. */
export const linkedAccountModel = z.object({
  id: z.string(),
  name: z.string(),
  organization_name: z.string(),
  emr_type: z.string(),
  timezone: z.string().describe("IANA name"),
  capabilities: z.array(z.string()),
  synced_at: z.string().nullable().describe("ISO 8601"),
});

export type LinkedAccountModel = z.infer<typeof linkedAccountModel>;
