/** The texts of what opens the form of a new patient. */
export const newPatientWords = { newPatient: "New patient" };
