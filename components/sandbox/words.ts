/** The texts of the sandbox's settings on the page Integrations: labels and errors. */
export const words = {
  behavior: "Sandbox behavior",
  behaviorNote: (account: string) =>
    `Settings of the simulated EMR of ${account}. They take effect there alone: other accounts are not affected.`,
  notLoaded: "The behavior could not be loaded",
  nothingChanged: "Nothing was changed.",
  loading: "Loading the sandbox behavior",

  outage: "Outage",
  outageOn: "Every call fails; jobs wait and are tried again.",
  outageOff: "Calls are answered.",
  userActive: "User active",
  userActiveOn: "Operations are accepted.",
  userActiveOff: "Every operation is refused with “User not found”.",
  share: "Share of records to change",
  shareHelp: "0 to 1: appointments, claims, providers, referrals and patients change as if edited in the EMR",
  shareProblem: "Enter a share above 0 and at most 1",
  changeRecords: "Change records in the EMR",
  recordsChanged: "Changed. A sync or a refresh brings the changes here.",

  slowAndOut: "Slow and out",
  limits: "Limits",
  falseAnswers: "False and missing answers",
  emptyFor: (meaning: string, none: string) => `${meaning}; empty for ${none}`,
  none: "None",
  save: "Save behavior",
  saved: "Saved",
  savedMeanwhile: "Another person saved other behavior meanwhile",
} as const;
