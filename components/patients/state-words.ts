/** What is said of a patient beside the name. */
export const words = {
  deceased: "Deceased",
  deceasedOn: (day: string) => `Deceased ${day}`,
  inactive: "Inactive in the EMR",
  notCurrent: "Not current",
  foundByBirth: "By birth date",
  similarName: "Similar name",
} as const;
