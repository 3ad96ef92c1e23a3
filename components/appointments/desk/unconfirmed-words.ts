/** The texts of the list of visits that are not confirmed, which load with it. */
export const words = {
  setCountTo: (visits: number, status: string) => `Set ${visits} to ${status}`,
  setChosenTo: (status: string) => `Set chosen to ${status}`,
  tomorrowUnconfirmed: "Tomorrow, not confirmed",
  allConfirmed: "Every visit of tomorrow is confirmed.",
  choose: (what: string | number) => `Choose ${what}`,
  chooseNone: "Choose none",
} as const;
