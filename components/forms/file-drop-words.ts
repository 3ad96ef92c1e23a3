/** The texts of files that are dropped on the console. */
export const words = {
  dropped: "Dropped files",
  dropToFile: "Drop it to file a document",
  choosePatient: "You choose the patient and the referral beside its picture. Nothing is sent before that.",
  notTaken: (names: string) => `Not taken: ${names}`,
  takes: (most: string) => `Documents are PDF, JPEG, PNG, TIFF or text files of at most ${most}. Nothing was saved.`,
  notSupported: "This EMR takes no documents from here. Nothing was saved.",
  switchedOff: "Filing documents is switched off: an admin can switch it on under Integrations. Nothing was saved.",
  wait: (files: number) => (files === 1 ? "1 more file waits" : `${files} more files wait`),
  oneByOne: "Each is filed by itself, so that each has its patient. They are forgotten when the page is closed.",
  fileNext: (name: string) => `File ${name}`,
  leave: "Leave them",
  dismiss: "Dismiss",
} as const;
