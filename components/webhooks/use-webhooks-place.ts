import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

/** The tabs of the page Webhooks. */
export const WEBHOOK_TABS = ["endpoints", "types", "log"] as const;

/** The parameters of the page's address: its tab, open panels, and the log's endpoint. */
const PLACE = {
  view: parseAsStringLiteral(WEBHOOK_TABS).withDefault("endpoints"),
  endpoint: parseAsString,
  endpoint_id: parseAsString,
  event: parseAsString,
};

/**
 * Returns a function that leads to another tab of the page, without the panels that are open. It also leads there in an
 * embedded view, which follows no links.
 */
export function useWebhooksPlace() {
  const [, setPlace] = useQueryStates(PLACE, { history: "push" });
  return (place: Parameters<typeof setPlace>[0] & object) => void setPlace({ endpoint: null, event: null, ...place });
}
