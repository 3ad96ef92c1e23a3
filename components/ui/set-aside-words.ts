/** The texts of a record that can no longer be read. */
export const words = {
  notCurrent: "Not current",
  shownAsReadLast: "Shown as it was last read",
  lookInTheEmr: (reason: string) => `The EMR's present state could not be read: ${reason}. Look in the EMR.`,
  whyNotCurrent: (reason: string) => `Shown as it was last read. The EMR's present state could not be read: ${reason}`,
};
