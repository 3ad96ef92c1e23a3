/** The texts of the lists of visits on the page Today. */
export const words = {
  todaysAppointments: "Today's appointments",
  stillToCome: (visits: number) => `${visits} still to come or in a room`,
  wholeDay: "The whole day",
  dayIsOver: "Today's appointments are over.",
  nothingToday: "No appointments today.",
  showFewer: "Show fewer",
  showAll: (visits: number) => `Show all ${visits}`,
  waiting: "Waiting",
  waitingScope: "arrived, not in a room yet",
  nobodyWaits: "No patient is waiting.",
  knownSince: "known",
  noPatient: "No patient",
} as const;
