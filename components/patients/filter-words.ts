/** The texts of the filter by a patient, which other pages show. */
export const filterWords = {
  patient: "Patient",
  anyPatient: "Any patient",
} as const;
