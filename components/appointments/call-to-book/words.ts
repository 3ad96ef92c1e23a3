/** The texts of a wish for a visit where the EMR takes no bookings from here. */
export const words = {
  callToBook: "Call to book",
  wish: (type: string, provider: string, when: string, location: string) =>
    `Call to book: ${type || "a visit"}${provider ? ` with ${provider}` : ""}, ${when}${location ? `, ${location}` : ""}. Enter the visit in the EMR, then tell the patient.`,
  nothingStored:
    "This EMR takes neither bookings nor tasks from here, so nothing is stored. Copy the wish to where your clinic keeps its calls, with the patient.",
  wishLabel: "Wish",
  copy: "Copy the wish",
  close: "Close",
} as const;
