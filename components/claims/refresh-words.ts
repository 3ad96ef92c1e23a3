/** The texts of the refresh of selected claims. */
export const words = {
  refreshSelected: "Refresh selected",
  mostRefreshed: (most: number) => `Select at most ${most} claims to refresh at once.`,
} as const;
