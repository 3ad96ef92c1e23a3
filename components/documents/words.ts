/** The texts of the page Documents: labels, empty states and errors. */
export const words = {
  documents: "Documents",
  referral: "Referral",
  noDocuments: "No documents yet",
  noDocumentsHint: "They come with referrals, once the account has been synced with its EMR.",
  file: "File",
  type: "Type",
  bytes: "Bytes",
  patient: "Patient",
  mrn: "MRN",
  added: "Added",
  id: "Id",
  filterDocuments: "Filter documents",
  fileName: "File name",
  anyType: "Any type",
  size: "Size",
  noDocumentsOfPatient: "No documents",
} as const;
