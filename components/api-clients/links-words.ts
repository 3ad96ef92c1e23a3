import type { ListedLinkModel } from "#lib/administration/link-tokens/model";

/** The texts of the list of links that an API client has asked for. */
export const words = {
  linksOf: (client: string) => `Links of ${client}`,
  note: "Every link that it has asked its customers for. A link by which an EMR was linked stays here; others go 30 days after their end.",
  none: "No links yet",
  noneHint: "It has asked no customer to link their EMR.",
  asked: "Asked",
  linked: "Linked",
  account: "Account",
  emr: "EMR",
  customerId: "Customer’s id",
  mayWrite: "May write",
  nothing: "Nothing",
  askedToWrite: "Asks to write",
  unlinked: "Unlinked",
  neverExchanged:
    "The partner did not fetch its access token in time. Give the account a new one, under Linked accounts, and send it to them.",
  end: "End link",
  endNamed: (customer: string) => `End the link of ${customer}`,
  endEffect:
    "Its address and its view are refused within seconds. Nothing was linked by it. The partner can ask for a new one.",
  unlink: "Unlink",
  showMore: "Show more",
  close: "Close",
} as const;

/** How the state of a link is called. */
export const STATES: Record<ListedLinkModel["state"], string> = {
  open: "Open",
  linked: "Linked",
  exchanged: "Linked and fetched",
  ended: "Ended",
  late: "Too late",
};
