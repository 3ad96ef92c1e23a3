import { schemaResolver } from "#lib/browser/forms/schema-resolver";
import { forgottenPassword, signInInput } from "#lib/sign-in/model";
import { FORGOTTEN_FIELDS, PROOF_FIELDS, SIGN_IN_FIELDS } from "./sign-in-fields.ts";

/** Validates the sign-in form as the server validates its request. */
export const checkSignIn = schemaResolver({
  schema: signInInput,
  fields: SIGN_IN_FIELDS,
  bodyOf: (values: { email: string; password: string }) => values,
});

/** Validates the form of a forgotten password in the same way. */
export const checkForgotten = schemaResolver({
  schema: forgottenPassword,
  fields: FORGOTTEN_FIELDS,
  bodyOf: (values: { email: string }) => values,
});

/** Validates the proof of a password in the same way. */
export const checkProof = schemaResolver({
  schema: signInInput.pick({ password: true }),
  fields: PROOF_FIELDS,
  bodyOf: (values: { password: string }) => values,
});
