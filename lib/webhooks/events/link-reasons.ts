/** The reasons of events about an account's link, in words. Browser-safe. */
export const LINK_REASONS = {
  byPartner: "Linked by a link token",
  byAdmin: "Linked by an admin",
  refused: "The EMR refuses the credentials",
  taken: "The EMR takes the credentials again",
  repaired: "The credentials were replaced",
  linkedAgain: "Linked again by an admin",
  ended: "Ended by an admin or by the API client that linked it",
} as const;
