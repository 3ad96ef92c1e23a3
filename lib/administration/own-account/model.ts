import { z } from "zod";
import { chosenPassword, userModel } from "#lib/administration/users/model";
import { momentText } from "#lib/kernel/date-texts";
import { etag } from "#lib/kernel/fields";
import { ALERT_KINDS } from "#lib/mail/kinds";
import { factorKind, proofFields } from "#lib/sign-in/second-factor/model";

/** A session of the signed-in person. */
export const sessionModel = z
  .object({
    id: z.string(),
    device: z.string().describe("Browser and system, such as Firefox on Windows"),
    address: z.string().nullable().describe("Network address of the sign-in"),
    started_at: momentText.describe("ISO 8601: the sign-in"),
    seen_at: momentText.describe("ISO 8601: last activity, to the minute"),
    current: z.boolean().describe("True for the session of this request"),
  })
  .meta({ id: "Session" });

export type SessionModel = z.infer<typeof sessionModel>;

/** A second factor of the signed-in person. */
export const secondFactorModel = z
  .object({
    id: z.string(),
    kind: factorKind.describe("`totp`: an authenticator app"),
    name: z.string(),
    created_at: momentText.describe("ISO 8601"),
    last_used_at: momentText.nullable().describe("ISO 8601; null before the first use"),
  })
  .meta({ id: "SecondFactor" });

export type SecondFactorModel = z.infer<typeof secondFactorModel>;

/** The second factor of the signed-in person, which is proven after the password. */
const ownSecondFactor = z.object({
  required: z.boolean().describe("True if the organization requires a second factor"),
  passkeys_at: z.string().nullable().describe("The origin at which passkeys work; null if they work nowhere"),
  factors: z.array(secondFactorModel),
  recovery_codes_left: z.number().int(),
});

const alertKind = z.enum(ALERT_KINDS, { error: `must be one of ${ALERT_KINDS.join(", ")}` });

/** The alerts that the signed-in person gets by mail. */
export const ownMails = z.object({
  can_mail: z.boolean().describe("False if the operator has configured no mail: then none is sent"),
  possible: z.array(alertKind).describe("The alerts that the person's role may choose"),
  chosen: z.array(alertKind),
  etag,
});

/** The body of PUT /me/alerts. */
export const alertsInput = z.object({
  chosen: z.array(alertKind, { error: "must be a list" }).max(ALERT_KINDS.length, "has too many entries"),
});

/** The signed-in person and their sessions. */
export const ownAccountModel = z.object({
  user: userModel,
  has_password: z.boolean().describe("False: the person signs in through the identity provider alone"),
  signs_in_elsewhere: z
    .boolean()
    .describe(
      "True if the password and second factor are those of the person's first organization, where they are changed",
    ),
  second_factor: ownSecondFactor,
  mails: ownMails,
  sessions: z.array(sessionModel).describe("Those that have not ended, the last active first"),
});

export type OwnAccountModel = z.infer<typeof ownAccountModel>;

const currentPassword = z.string({ error: "must be a string" }).min(1, "must be a non-empty string").max(1_024);

/** The body of PUT /me/password. */
export const newPassword = z.object({
  current_password: currentPassword,
  new_password: chosenPassword,
});

const { code, passkey } = proofFields;

/** The password and, with a second factor, the code by which a person confirms who they are. */
export const identityInput = z.object({ current_password: currentPassword, code });

/** The body of POST /me/second-factor/confirmation. */
export const confirmationInput = identityInput.extend({
  passkey,
  challenge_id: z.string({ error: "must be a string" }).optional().describe("From the request for a passkey"),
});

/** Proof that the person confirmed who they are, in the bodies of changes of their second factors. */
export const confirmed = z.object({
  confirmation: z
    .string({ error: "must be a string" })
    .min(1, "must be a non-empty string")
    .max(5_000, "is too long")
    .describe("From POST /me/second-factor/confirmation"),
});

/** The body of POST /me/second-factor/enrolments. */
export const newEnrolment = confirmed.extend({ kind: factorKind });
