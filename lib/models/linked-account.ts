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

/** The account that a page is about, with what changes while one looks at it. */
export const linkedAccountStateModel = linkedAccountModel.extend({
  emr_out_since: z
    .string()
    .nullable()
    .describe(
      "ISO 8601: since when jobs fail again and again for want of an answer; null while the EMR is known to answer",
    ),
});

export type LinkedAccountStateModel = z.infer<typeof linkedAccountStateModel>;
