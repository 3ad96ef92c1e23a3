/** The texts of a sign-in at an EMR. */
export const words = {
  title: "Sign-in at the EMR",
  granted: "You have signed in at the EMR",
  failed: "The sign-in at the EMR did not succeed",
  close: "You can close this window, and go on where you came from or by the link that you were sent.",
} as const;
