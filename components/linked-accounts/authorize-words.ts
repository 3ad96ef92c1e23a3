/** The texts of a sign-in at an EMR, in the forms of a connection. */
export const words = {
  prepare: "Ask the EMR",
  how: "Somebody signs in at the EMR and allows access, in place of a secret.",
  addressFirst: "Enter the EMR’s address above first.",
  signInAt: (host: string) => `Sign in at ${host}`,
  opensWindow:
    "A window of its own opens. Sign in there as somebody who may see this practice’s records, and allow access.",
  leavesPage:
    "This page goes there and comes back. Sign in as somebody who may see this practice’s records, and allow access.",
  waits: (host: string) => `Waiting for the sign-in at ${host}`,
  waitsHint: "Go on in the other window. This page notices by itself.",
  again: "Begin again",
  granted: "The EMR has allowed access",
  grantedTo: (person: string) => `Signed in there: ${person}`,
  stored: "The EMR has allowed access before",
  notGranted: "The EMR has not allowed access",
  notBegun: "Nobody can sign in at this EMR yet",
} as const;
