import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { emailAddress } from "#lib/kernel/email-address";
import { atLeastOneOf } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const ROLES = ["admin", "staff"] as const;

/** A user of the organization (decisions §2 and §5). */
export const userModel = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    status: z
      .enum(["invited", "active", "deactivated"])
      .describe(
        "`invited` until the user has chosen a password, joined with one they had, or signed in through the organization's identity provider",
      ),
    second_factor: z.boolean().describe("True if the user proves an authenticator app or a passkey after the password"),
    last_signed_in_at: momentText.nullable().describe("ISO 8601; null before the first sign-in"),
    created_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "User" });

export type UserModel = z.infer<typeof userModel>;

/** A link for choosing a password: only in responses that create it. */
export const invitationModel = z
  .object({
    url: z.string().describe("Works once; the secret is in the fragment, after the #. Only this response shows it"),
    expires_at: momentText.describe("ISO 8601"),
    mailed: z.boolean().describe("True if the link is mailed to the person as well"),
  })
  .meta({ id: "Invitation" });

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 200;

/** A new password. */
export const chosenPassword = z
  .string({ error: "must be a string" })
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`);

/** A user's name. */
const personName = oneLineName(100);

export type InvitationModel = z.infer<typeof invitationModel>;

const role = z.enum(ROLES, { error: "must be one of admin, staff" });

/** The body of POST /users. */
export const newUserInput = z.object({
  email: emailAddress,
  role,
  name: personName.optional().describe("Used until the user enters a name"),
});

const changeable = { name: personName, role, active: z.boolean({ error: "must be true or false" }) };

/** The body of PATCH /users/{id}. */
export const userChange = z.object(changeable).partial().check(atLeastOneOf(changeable));

/** The body with which an invited user sets a password. */
export const acceptedInvitation = z.object({
  token: z.string({ error: "must be a string" }),
  name: personName,
  password: chosenPassword,
});
