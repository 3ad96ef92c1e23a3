/** The texts of the button that reads what a page shows again from the EMR. */
export const words = {
  readAgain: "Read again from the EMR",
  reading: "Reading from the EMR …",
  waits: (reason: string) => `Waits to be read: ${reason}`,
  changed: (records: number) => `Read from the EMR: ${records} changed`,
  nothingChanged: "Read from the EMR: nothing changed",
  failed: (reason: string) => `Not read from the EMR: ${reason}`,
  unknown: "its answer is not known",
} as const;
