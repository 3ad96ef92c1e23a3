/** The texts of what a person finds and chooses above the day's visits. */
export const words = {
  find: "Find and check in",
  findBy: "Name, phone, MRN or birth date",
  checkingIn: (visit: string) => `${visit}: being checked in.`,
  isAlready: (visit: string, status: string) => `${visit} is already: ${status}.`,
  several: (visits: number) => `${visits} appointments are found. Type more, or choose one below.`,
  loading: "Today's appointments are still being loaded. Nobody was checked in.",
  typeMore: "Type three letters or digits or more to check in by Enter.",
  notHere: "The status of this visit cannot be changed here; its record is open.",
  desk: (chosen: string) => `Desk: ${chosen}`,
  everybody: "all",
  andMore: (first: string, others: number) => `${first} and ${others} more`,
  chooseDesk: "Whose appointments this desk has",
  locations: "Locations",
  providers: "Providers",
  showAll: "Show all",
} as const;
