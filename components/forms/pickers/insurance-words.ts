/** The texts of the picker of a patient's insurance. */
export const insuranceWords = {
  choosePatientFirst: "Choose the patient first",
  details: (priority: number, member: string) => `Priority ${priority} · number ${member}`,
} as const;
