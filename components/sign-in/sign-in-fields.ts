import { words } from "./words.ts";
export const SIGN_IN_FIELDS = {
  email: { label: words.email, missing: words.emailMissing, required: true },
  password: { label: words.password, missing: words.passwordMissing, required: true },
};

export const FORGOTTEN_FIELDS = { email: SIGN_IN_FIELDS.email };

export const PROOF_FIELDS = { password: SIGN_IN_FIELDS.password };
