/** The texts above a record that can no longer be read. */
export const words = {
  shownAsReadLast: "Shown as it was last read",
  lookInTheEmr: (reason: string) => `The EMR's present state could not be read: ${reason}. Look in the EMR.`,
};
