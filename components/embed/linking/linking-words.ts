/** The texts of the view in which a partner's customer links their EMR. */
export const words = {
  title: (organization: string) => `Link the EMR of ${organization}`,
  agree: "By linking you agree:",
  alsoWrite: "You may also allow each of these, or none:",
  linked: "Your EMR is linked",
  linkedHint: "Its records are being read. Keep the receipt of what was agreed to; then press the button to finish.",
  done: "Done",
  goOn: (origin: string) => `Go on to ${origin}`,
  noReceipt: "The receipt could not be read",
  cancel: "Cancel",
  notOpened: "This link cannot be opened",
  nothingLinked: "Nothing was linked.",
  wasUsed: "This link was used: its EMR is linked",
  ended: "This link has ended or was revoked",
  askAgain: "Ask whoever sent it for a new one.",
  inItsPage: (origin: string) => `This link opens in a page of ${origin} alone`,
  noToken: "The address is not whole",
} as const;
