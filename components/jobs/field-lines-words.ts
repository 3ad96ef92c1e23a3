/** The names of records that results name by their ids here. */
export const recordWords = {
  appointment: "Appointment",
  recall: "Recall",
} as const;
