/** The texts of setting up and using a second factor: labels and errors. */
export const words = {
  qrCode: "QR code for your authenticator app",
  nothingSetUp: "Nothing was set up.",
  maybeSetUp: "It may or may not have been set up. Reload to see.",
  authenticatorApp: "Authenticator app",
  scan: "Scan this with your authenticator app, or enter the key there by hand.",
  copyTheKey: "Copy the key",
  addTheApp: "Add the app",
  needsHttps: "Passkeys need an https address with a name. This console has none.",
  noPasskeys: "This browser has no passkeys.",
  passkeyKnown: "You have this passkey already",
  useAnother: "Use another device or security key.",
  passkeyNotUsed: "The passkey was not used",
  dialogClosed: "The dialog was closed or took too long. Try again.",
  keyOrPhone: "Security key or phone",
  codesHint:
    "Each of these recovery codes signs you in once without your app or passkey. They are shown only now: print them, or keep them in your password manager.",
  recoveryCodes: "Recovery codes",
  copyTheCodes: "Copy the codes",
  storedThem: "I have stored them",
  cancel: "Cancel",
  oneAlready: "You have one already.",
  worksAt: (origin: string) => `Passkeys work at ${origin} alone. Open the console there.`,
} as const;

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
