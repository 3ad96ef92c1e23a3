/** The texts about changes that an EMR tells of at once. */
export const words = {
  field: "Told of changes",
  label: "Have the EMR tell of changes at once",
  effect:
    "The EMR sends a notification of each changed visit and patient to an address made for this account (FHIR Subscriptions). The record is read anew, and stands in open pages within seconds. Changes are read every few minutes all the same.",
  off: "Changes are read every few minutes alone.",
  requested: "Requested",
  requestedHint: "The EMR is asked within a minute.",
  active: "Active",
  since: "Since",
  nothingYet: "nothing has come yet.",
  latest: "The latest notification came",
  silent: "Silent",
  silentSince: "Nothing has come since",
  silentHint: "nothing has changed there, or notifications are lost.",
  refused: "Refused",
  refusedHint: (problem: string) => `The EMR could not be asked, or did not take it: ${problem}. It is asked again.`,
  unreachable: "Not possible",
  unreachableHint: "PUBLIC_URL names no address that the EMR could reach.",
  unproved: "One came without our secret, and was refused:",
  stays: "Nothing was changed.",
} as const;
