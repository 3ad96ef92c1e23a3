/** The texts beside a date field, which load with what reads it. */
export const words = {
  whichDay: "Which day is meant?",
  twoDigitYears: (first: number, last: number) => `Two-digit years are ${first} to ${last}`,
} as const;
