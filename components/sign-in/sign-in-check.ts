import { schemaResolver } from "#lib/browser/forms/schema-resolver";
import { signInInput } from "#lib/sign-in/model";
import { SIGN_IN_FIELDS } from "./sign-in-fields.ts";

/** Validates the sign-in form as the server validates its request. */
export const checkSignIn = schemaResolver({
  schema: signInInput,
  fields: SIGN_IN_FIELDS,
  bodyOf: (values: { email: string; password: string }) => values,
});
