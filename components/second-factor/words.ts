/** Names and helps of the kinds of second factor. */
export const KINDS = {
  totp: { name: "Authenticator app", help: "A code from an app on your phone" },
  passkey: { name: "Passkey", help: "This device, your phone or a security key" },
} as const;

export const CODE_FIELD = {
  code: {
    label: "Code",
    help: "Six digits from your authenticator app, or a recovery code",
    missing: "Enter a code",
    required: true,
  },
};

/** The field of the first code of a new authenticator app. */
export const FIRST_CODE_FIELD = {
  code: { label: "Code", help: "Six digits that the app shows now", missing: "Enter the code", required: true },
};
