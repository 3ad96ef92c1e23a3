/** Returns an endpoint's URL without its scheme, as texts and buttons name it. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** Summarizes an endpoint's event types: "All subscribed types", "payment.created", "4 types". */
export function typesWords(types: readonly string[]): string {
  if (types.length === 0) return "All subscribed types";
  return types.length === 1 ? (types[0] ?? "") : `${types.length} types`;
}
