/** The texts about an EMR that refuses the credentials of an account. */
export const words = {
  needsCredentials: (account: string) => `${account} needs attention: the EMR refuses its credentials`,
  since: "Since",
  asOf: "Records are shown as they were read last,",
  notRead: "No records were read yet.",
  nothingIsSent: "Nothing new can be sent to the EMR.",
  waitsAreKept: "What waits is kept, and is sent once the credentials are new.",
  askAnAdmin: "An admin enters new ones under Integrations.",
  enterCredentials: "Enter new credentials",
} as const;
