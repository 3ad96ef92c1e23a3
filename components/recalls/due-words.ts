/** The texts of recalls that are due, on the page Today and beside a due date. */
export const words = {
  allRecallsDue: "All recalls due",
  recallsDue: "Recalls due",
  nothingDue: "No recall that was read from the EMR is due.",
  due: "Due",
  logCall: "Log call",
  dueToday: "Due today",
  overdue: "Overdue",
} as const;
