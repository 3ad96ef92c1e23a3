/** The texts of what is asked before a request is sent, which load with the question. */
export const words = {
  goBack: "Go back",
  notYetSent: "Nothing has been sent yet.",
  notChecked: "Whether the same was sent before, and what is usual, could not be checked.",
  today: (time: string) => `today at ${time}`,
  yesterday: (time: string) => `yesterday at ${time}`,
  ask: (title: string, amount: string) => `${title} of ${amount}?`,
  askAgain: (title: string, amount: string) => `${title} of ${amount} again?`,
  send: (title: string, amount: string) => `${title} of ${amount}`,
  sameSent: (fields: readonly string[], at: string, job: number) =>
    `The same ${fields.join(" and ")} ${fields.length === 1 ? "was" : "were"} sent for this patient ${at}, as job ${job}.`,
  aboveOpen: (open: string) => `It is more than the ${open} that is open on this patient’s claims.`,
  nothingOpen: "Nothing is open on this patient’s claims.",
  aboveUsual: (usual: string) => `It is ten times the usual amount here, ${usual}, or more.`,
} as const;
