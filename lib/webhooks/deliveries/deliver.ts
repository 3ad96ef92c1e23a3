import { present } from "#lib/kernel/clock";
import { attemptSpan, type Span } from "#lib/kernel/tracing";
import type { Leased } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { holdDelivery, isTaken } from "./endpoint-verdict.ts";
import { keptExchange } from "./exchange.ts";
import { FreshDelivery } from "./fresh.ts";
import { loadDue } from "./load.ts";
import { countAttempt } from "./metrics.ts";
import { type Attempt, record } from "./record.ts";
import { type Outcome, send } from "./send.ts";
import { bodyHmac, signatureHeaders } from "./sign.ts";
import type { DueDelivery } from "./target.ts";

type Traced = ReturnType<typeof attemptSpan>;

const HEADERS = { "content-type": "application/json", "user-agent": "clinical-records-console" };

async function attempt({ event, target }: DueDelivery, traced: Traced): Promise<Attempt> {
  const at = present();
  const trace = traced?.trace;
  if ("unsendable" in target) {
    const outcome = { kind: "refused", reason: target.unsendable, durationMs: 0 } as const;
    return { at, url: null, outcome, exchange: null, trace };
  }
  const { signatureHeader } = target;
  const headers = {
    ...(signatureHeader !== null && { [signatureHeader]: bodyHmac(event.body, target.secrets) }),
    ...HEADERS,
    ...signatureHeaders({ ...event, at, secrets: target.secrets }),
    ...(traced && { traceparent: traced.span.traceparent }),
  };
  const outcome = await send({ url: target.url, headers, body: event.body, dispatcher: target.dispatcher });
  if (target.kind === "inbox") return { at, url: null, outcome, exchange: null, trace };
  const answer = outcome.kind === "answered" ? outcome.answer : null;
  return { at, url: target.url, outcome, exchange: keptExchange(headers, answer, signatureHeader), trace };
}

/** Sets on a span how its attempt ended: the status, or the kind of failure. */
function tell(span: Span, outcome: Outcome): void {
  if (outcome.kind === "answered") span.set({ "http.response.status_code": outcome.statusCode });
  if (!isTaken(outcome)) span.fail(outcome.kind === "answered" ? String(outcome.statusCode) : outcome.kind);
}

async function attemptAndRecord(
  payload: Payloads["deliveries"],
  due: DueDelivery,
  traced: Traced,
  entry?: Leased,
): Promise<void> {
  const made = await attempt(due, traced);
  if (traced) tell(traced.span, made.outcome);
  await record(payload, due, made, entry);
  countAttempt(due.target.kind, made.outcome);
}

/**
 * Makes one attempt at a delivery, from the queue entry to the recorded outcome. If the process dies in between,
 * another process takes the entry, so a target may receive an event twice with the same `webhook-id` (decisions §7).
 * Throws only if our own database failed; the queue then returns the entry.
 */
export async function deliver(payload: Payloads["deliveries"], entry?: Leased): Promise<void> {
  const fresh = entry?.carried instanceof FreshDelivery ? entry.carried : null;
  const due = fresh ? await fresh.due() : await loadDue(payload);
  if (due === null) return;
  if (due === "held") return holdDelivery(payload);
  const traced = attemptSpan(due.trace, {
    name: `deliver to ${due.target.kind}`,
    kind: "producer",
    attributes: {
      "crc.event_id": due.event.id,
      "crc.delivery_id": payload.deliveryId,
      "crc.target": due.target.kind,
      "crc.attempt": due.attempts + 1,
      "crc.linked_account_id": payload.linkedAccountId,
    },
  });
  if (!traced) return attemptAndRecord(payload, due, null, entry);
  await traced.span.around(() => attemptAndRecord(payload, due, traced, entry));
}
