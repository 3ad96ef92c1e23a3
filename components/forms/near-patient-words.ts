/** The texts of the patients who may be the one that a form is to create. */
export const nearPatientWords = {
  nearPatients: "Patients who may be the same",
  beingCreated: "Being created",
  phoneEnds: (digits: string) => `phone ends in ${digits}`,
  createAnother: "Another person: create the patient",
};
