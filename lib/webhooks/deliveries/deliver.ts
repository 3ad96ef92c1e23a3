import type { Leased } from "#lib/queue/leased";
import type { Payloads } from "#lib/queue/queues";
import { holdDelivery } from "./endpoint-verdict.ts";
import { keptExchange } from "./exchange.ts";
import { FreshDelivery } from "./fresh.ts";
import { loadDue } from "./load.ts";
import { countAttempt } from "./metrics.ts";
import { type Attempt, record } from "./record.ts";
import { send } from "./send.ts";
import { signatureHeaders } from "./sign.ts";
import type { DueDelivery } from "./target.ts";

const HEADERS = { "content-type": "application/json", "user-agent": "clinical-records-console" };

async function attempt({ event, target }: DueDelivery): Promise<Attempt> {
  const at = new Date();
  if ("unsendable" in target) {
    return { at, url: null, outcome: { kind: "refused", reason: target.unsendable, durationMs: 0 }, exchange: null };
  }
  const headers = { ...HEADERS, ...signatureHeaders({ ...event, at, secrets: target.secrets }) };
  const outcome = await send({ url: target.url, headers, body: event.body, dispatcher: target.dispatcher });
  if (target.kind === "inbox") return { at, url: null, outcome, exchange: null };
  const answer = outcome.kind === "answered" ? outcome.answer : null;
  return { at, url: target.url, outcome, exchange: keptExchange(headers, answer) };
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
  const made = await attempt(due);
  await record(payload, due, made, entry);
  countAttempt(due.target.kind, made.outcome);
}
