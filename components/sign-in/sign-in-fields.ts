export const SIGN_IN_FIELDS = {
  email: { label: "Email", missing: "Enter your email address", required: true },
  password: { label: "Password", missing: "Enter your password", required: true },
};

export const FORGOTTEN_FIELDS = { email: SIGN_IN_FIELDS.email };
