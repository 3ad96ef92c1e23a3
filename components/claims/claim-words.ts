/** The texts of one opened claim. */
export const words = {
  patient: "Patient",
  serviceDate: "Service date",
  status: "Status",
  statusCode: "Status code",
  totalCharge: "Total charge",
  balance: "Balance",
  changed: "Changed",
  claimNumber: "EMR claim number",
  claimNumbered: (number: string) => `Claim ${number}`,
  id: "Id",
  refreshThisClaim: "Refresh this claim",
  claimNotLoaded: "The claim could not be loaded",
  noSuchClaim: "There is no such claim",
  noSuchClaimHint: "It may not have been brought in from the EMR yet, or belong to another account of yours.",
  nothingChanged: "Nothing was changed.",
} as const;
