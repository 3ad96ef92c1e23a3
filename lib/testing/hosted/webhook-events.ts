import { type Answer, type Fields, refusal } from "./answer.ts";
import { pageOf } from "./pages.ts";
import type { Service } from "./service.ts";
import type { Account, HostedEvent } from "./state.ts";
import { envelopeOf } from "./webhooks.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the first and the last moment that a date or time names; null if it is none. */
function momentsOf(text: string, takesTimes: boolean): { first: string; last: string } | null {
  if (DAY.test(text)) return { first: `${text}T00:00:00.000Z`, last: `${text}T23:59:59.999Z` };
  const time = Date.parse(text);
  if (!takesTimes || Number.isNaN(time)) return null;
  const moment = new Date(time).toISOString();
  return { first: moment, last: moment };
}

/** GET /webhook-events: all events, delivered or not. */
export function readWebhookEvents(service: Service, account: Account, query: URLSearchParams): Answer {
  const { variants, events } = service;
  const bounds: { first?: string; last?: string } = {};
  for (const [name, end] of [
    ["start_date", "first"],
    ["end_date", "last"],
  ] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const moments = momentsOf(text, variants.eventDates === "any");
    if (!moments) return refusal(400, `${name} must be a date (YYYY-MM-DD)`);
    bounds[end] = moments[end];
  }
  const sort = query.get("sort") ?? (variants.eventOrder === "newest" ? "desc" : "asc");
  if (sort !== "asc" && sort !== "desc") return refusal(400, "sort must be one of asc, desc");
  const { first = "", last = "9999" } = bounds;
  const asked = (name: string, value: unknown) => {
    const text = query.get(name);
    return text === null || text === String(value ?? "");
  };
  const found = events.filter(
    (event) =>
      (variants.eventScope === "client" || event.account === account) &&
      asked("job_id", event.jobId) &&
      asked("event_type", event.type) &&
      asked("delivery_status", event.deliveryStatus) &&
      event.created >= first &&
      event.created <= last,
  );
  const row = (event: HostedEvent): Fields => ({
    event_id: event.id,
    event_type: event.type,
    data: variants.eventData === "envelope" ? envelopeOf(service, event) : event.data,
    created_at: event.created,
    job_id: event.jobId === null ? null : String(event.jobId),
  });
  const rows = (sort === "asc" ? found : found.toReversed()).map(row);
  return pageOf(service, query, { name: variants.eventList, rows });
}
