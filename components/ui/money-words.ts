/** The texts beside a field for money, which load with it. */
export const words = {
  optional: "optional",
  whichAmount: "Which amount is meant?",
} as const;
