/** The texts of the referrals on the page Today. */
export const words = {
  incoming: "Incoming",
  outgoing: "Outgoing",
  noReasonGiven: "No reason given",
  withoutDocument: "Referrals without a document",
  allReferrals: "All referrals",
  everyDocument: "Every referral came with a document.",
  amongNewest: (count: number) => `among the newest ${count}`,
} as const;
