import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { oneLineName, oneLineText } from "#lib/kernel/one-line";

/** A token for `/scim/v2` (decisions §2). */
export const scimTokenModel = z
  .object({
    id: z.string(),
    name: z.string().describe("Name of the directory that uses it"),
    admin_role: z
      .string()
      .nullable()
      .describe("The value of a user's `roles` that makes an admin; null: the directory decides on no role"),
    status: z.enum(["active", "revoked"]),
    created_at: momentText.describe("ISO 8601"),
    last_used_at: momentText.nullable().describe("ISO 8601, to the minute; null if it was never used"),
    revoked_at: momentText.nullable().describe("ISO 8601"),
  })
  .meta({ id: "ScimToken" });

export type ScimTokenModel = z.infer<typeof scimTokenModel>;

/** A token with its secret: only in the response that creates it. */
export const newScimTokenModel = scimTokenModel
  .extend({ token: z.string().describe("`scim_…`, for `Authorization: Bearer`. Only this response shows it") })
  .meta({ id: "NewScimToken" });

export type NewScimTokenModel = z.infer<typeof newScimTokenModel>;

/** The body of POST /scim-tokens. */
export const newScimTokenInput = z.object({
  name: oneLineName(60).describe("Name of the directory that will use it"),
  admin_role: oneLineText(100)
    .nullish()
    .transform((given) => given || null)
    .describe(
      "The value of a user's `roles` that makes an admin. Without it everyone whom the directory creates is staff",
    ),
});
