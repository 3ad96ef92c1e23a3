import { z } from "zod";
import { exactlyOneOf } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const text = (most: number) =>
  z.string({ error: "must be a string" }).min(1, "must be a non-empty string").max(most, "is too long");

/** A number as base64url: credential ids and signatures have at most some thousand bytes. */
const base64url = text(20_000).regex(/^[\w-]*$/, "must be base64url");

const authenticator = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key", { error: "must be public-key" }),
};

/** A browser's answer after a new passkey was made (of WebAuthn's RegistrationResponseJSON what is verified). */
export const newPasskey = z.object({
  ...authenticator,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(text(50)).max(20).optional(),
  }),
});

export type NewPasskey = z.infer<typeof newPasskey>;

/** A browser's answer after a passkey was used (of WebAuthn's AuthenticationResponseJSON what is verified). */
export const usedPasskey = z.object({
  ...authenticator,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

export type UsedPasskey = z.infer<typeof usedPasskey>;

/** A code of the authenticator app, or a recovery code. */
const code = text(100).describe("Six digits of the authenticator app, or a recovery code");

/** The proof of a second factor. */
export const proofFields = {
  code: code.optional(),
  passkey: usedPasskey.optional().describe("The browser's answer to `options`"),
};

/** A code alone, as a form asks for it. */
export const codeInput = z.object({ code });

/** A code or a passkey's answer. */
export interface Proof {
  code?: string | undefined;
  passkey?: UsedPasskey | undefined;
}

/** The body that proves the second factor at sign-in. */
export const signInProof = z.object(proofFields).check(exactlyOneOf("code", "passkey"));

export const FACTOR_KINDS = ["totp", "passkey"] as const;

/** The kind of a second factor: an authenticator app, or a passkey. */
export const factorKind = z.enum(FACTOR_KINDS, { error: `must be one of ${FACTOR_KINDS.join(", ")}` });

/** The data with which a person sets up a second factor. */
export const begunEnrolment = z.object({
  enrolment: z.string().describe("Sent back to finish, within 10 minutes"),
  totp: z
    .object({
      secret: z.string().describe("Base32, for an authenticator app that scans nothing"),
      uri: z.string().describe("`otpauth:` URI, to show as a QR code"),
    })
    .optional(),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("For the browser: WebAuthn's PublicKeyCredentialCreationOptionsJSON"),
});

export type BegunEnrolment = z.infer<typeof begunEnrolment>;

const factorName = oneLineName(100).describe("The person's name for it");

/** The body that renames a second factor. */
export const newFactorName = z.object({ name: factorName });

/** The body that finishes setting up a second factor. */
export const finishedEnrolment = z
  .object({
    enrolment: text(5_000).describe("From the request that began it"),
    code: text(100).optional().describe("A code of the new authenticator app"),
    passkey: newPasskey.optional().describe("The browser's answer to `options`"),
    name: factorName.optional(),
  })
  .check(exactlyOneOf("code", "passkey"));

export type FinishedEnrolment = z.infer<typeof finishedEnrolment>;
