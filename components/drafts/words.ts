/** The fixed texts of the page Drafts: labels, empty states and errors. */
export const words = {
  drafts: "Drafts",
  intro:
    "What assistants have drafted for people here. Nothing of it has been sent: check a draft, change what is wrong, and send it or discard it.",
  none: "No drafts",
  noneHint: "An assistant that an admin has connected leaves its drafts here.",
  draft: "Draft",
  patient: "Patient",
  draftedBy: "Drafted by",
  drafted: "Drafted",
  actions: "Actions",
  check: "Check and send",
  discard: "Discard",
  discardEffect: "It is not sent, and this can't be undone.",
} as const;
