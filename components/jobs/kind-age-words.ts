/** The texts about how old a kind of record is, and how it comes in. */
export const words = {
  notYet: "Not yet",
  every: (span: string) => `every ${span}`,
  /** Other days are read that often only where the EMR says what changed. */
  nextVisitsEvery: (span: string) => `today and the next 7 days every ${span}`,
  everyNight: "every night",
  told: "told of changes at once",
} as const;
