import { z } from "zod";
import { chosenPassword, userModel } from "#lib/administration/users/model";

/** A session of the signed-in person. */
export const sessionModel = z
  .object({
    id: z.string(),
    device: z.string().describe("Browser and system, such as Firefox on Windows"),
    address: z.string().nullable().describe("Network address of the sign-in"),
    started_at: z.string().describe("ISO 8601: the sign-in"),
    seen_at: z.string().describe("ISO 8601: last activity, to the minute"),
    current: z.boolean().describe("True for the session of this request"),
  })
  .meta({ id: "Session" });

export type SessionModel = z.infer<typeof sessionModel>;

/** The signed-in person and their sessions. */
export const ownAccountModel = z.object({
  user: userModel,
  has_password: z.boolean().describe("False: the person signs in through the identity provider alone"),
  sessions: z.array(sessionModel).describe("Those that have not ended, the last active first"),
});

export type OwnAccountModel = z.infer<typeof ownAccountModel>;

/** The body of PUT /me/password. */
export const newPassword = z.object({
  current_password: z.string({ error: "must be a string" }).min(1, "must be a non-empty string").max(1_024),
  new_password: chosenPassword,
});
