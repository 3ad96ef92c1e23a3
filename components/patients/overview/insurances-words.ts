/** The texts of a patient's insurances. */
export const words = {
  insurances: "Insurances added here",
  change: "Change",
  changeOf: (payer: string) => `Change the insurance of ${payer}`,
  priority: (priority: number) => ["Primary", "Secondary", "Third"][priority - 1] ?? String(priority),
  number: (number: string) => `number ${number}`,
  group: (group: string) => `group ${group}`,
  subscriber: (name: string) => `subscriber ${name}`,
} as const;
