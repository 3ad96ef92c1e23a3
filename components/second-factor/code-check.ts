import { schemaResolver } from "#lib/browser/forms/schema-resolver";
import { codeInput } from "#lib/sign-in/second-factor/model";
import { CODE_FIELD, FIRST_CODE_FIELD } from "./words.ts";

const bodyOf = (values: { code: string }) => values;

/** Validates the form of a code as the server validates its request. */
export const checkCode = schemaResolver({ schema: codeInput, fields: CODE_FIELD, bodyOf });

/** Validates the form of a new authenticator app's first code. */
export const checkFirstCode = schemaResolver({ schema: codeInput, fields: FIRST_CODE_FIELD, bodyOf });
