/** The texts of the notices about syncs and visit statuses on other pages. */
export const words = {
  view: "View",
  degraded: (kinds: string) => `The sync is degraded: ${kinds}`,
  viewDegraded: "View the degraded sync",
  asOf: "Shown as of",
  triedAgain: "The sync is tried again automatically.",
  nothingRemoved: (answer: string) => `${answer}. Nothing was removed.`,
  viewShortAnswer: (kind: string) => `View the short answer: ${kind}`,
  adminAccepts: "Accept it under Integrations if it is right.",
  adminMayAccept: "An admin can accept it under Integrations.",
  noMeanings: "The EMR’s visit statuses have no meaning here yet, so the schedule has no colors and no shortcuts.",
  setMeanings: "Set what they mean",
} as const;
