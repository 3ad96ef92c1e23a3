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

/** A linked account as the organization's admins see it. */
export const managedAccountModel = linkedAccountModel.extend({
  active: z.boolean().describe("False while it is unlinked"),
  user_active: z.boolean().describe("False where the EMR no longer knows the token's user"),
  access_token_reference_id: z.string().describe("Names the access token in events; no secret"),
  created_at: z.string().describe("ISO 8601"),
});

export type ManagedAccountModel = z.infer<typeof managedAccountModel>;

/** With its access token: only in the answers that make or rotate it. */
export const newAccountModel = managedAccountModel.extend({
  access_token: z.string().describe("Shown this once"),
});

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
