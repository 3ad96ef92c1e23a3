/** The texts of a form about a patient whom the EMR is still to create. */
export const newPatientWords = {
  newPatient: "New patient",
  waits: "New: waits until the EMR has created the patient",
  another: "Another patient",
};
