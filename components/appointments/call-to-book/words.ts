/** The texts of a wish for a visit where the EMR takes no bookings from here. */
export const words = {
  callToBook: "Call to book",
  wish: (type: string, provider: string, when: string, location: string) =>
    `Call to book: ${type || "a visit"}${provider ? ` with ${provider}` : ""}, ${when}${location ? `, ${location}` : ""}. Enter the visit in the EMR, then tell the patient.`,
  takesNeither:
    "This EMR takes neither bookings nor tasks from here. Leave the wish on Today, or copy it to where your clinic keeps its calls.",
  wishLabel: "Wish",
  wishHelp:
    "Say whom to call. On Today it stands for 7 days, or until someone is done with it, and everyone at this account reads it.",
  leave: "Leave it on Today",
  notLeft: "The wish was not left.",
  copy: "Copy the wish",
  close: "Close",
} as const;
