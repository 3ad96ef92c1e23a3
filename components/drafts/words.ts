/** The texts of the page Drafts: labels, empty states and errors. */
export const words = {
  drafts: "Drafts",
  intro:
    "Prepared by assistants for people here, and not sent. Check a draft, change what is wrong, then send it or discard it.",
  none: "No drafts",
  noneHint: "An assistant that an admin has connected leaves its drafts here.",
  draft: "Draft",
  patient: "Patient",
  draftedBy: "Drafted by",
  drafted: "Drafted",
  actions: "Actions",
  check: "Check and send",
  discardThis: "Discard this draft?",
  discardNamed: (name: string) => `Discard ${name}`,
  discardEffect: "It is not sent, and this can't be undone.",
} as const;

/** The drafts' name, singular and plural. */
export const DRAFTS = ["draft", "drafts"] as const;
