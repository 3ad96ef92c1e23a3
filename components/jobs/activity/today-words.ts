/** The texts of the jobs on the page Today: failed work, and what is to be reconciled. */
export const words = {
  tryAgain: "Try again",
  tryAgainUnchanged: "Try again unchanged",
  correctAndSend: "Correct and send",
  failedJobs: "Failed jobs",
  allFailedJobs: "All failed jobs",
  reconcile: "Reconcile",
  askAdmin: "Ask an admin to settle it, under To reconcile.",
  noOutcome: "No outcome has been reported yet.",
  lookInEmr: "Look in the EMR, and enter here what it holds.",
  reconcileHeld: "Reconcile what the EMR may hold",
  checkReason: "Have the reason checked, and enter here what the EMR holds.",
  reconcileUnstored: "Reconcile answers that could not be stored",
  lastDays: (days: number) => `last ${days} days`,
  nothingFailed: (days: number) => `Nothing failed in the last ${days} days.`,
  job: (job: number) => `job ${job}`,
} as const;
