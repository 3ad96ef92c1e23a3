"use client";

import { useQuery } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import { webhookHealth } from "#lib/browser/api/webhook-health";
import { useAccountId } from "#lib/browser/session/account";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { deliveriesWords, leftWords } from "./health-words.ts";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

/** "Held: 12 deliveries, sent once it is enabled." */
const heldWords = (held: number | undefined) =>
  held ? words.heldDeliveries(deliveriesWords(held)) : words.newDeliveriesHeld;

/** Warns if an endpoint is disabled or failing, or if an earlier secret signs, too. */
export function EndpointNotices({ endpoint }: { endpoint: WebhookEndpointModel }) {
  const zone = useTimeZone();
  const now = useNow(60_000) ?? Date.now();
  const { data } = useQuery(webhookHealth(useAccountId(), "day"));
  const health = data?.get(endpoint.id);
  const until = health?.previous_secret_until;
  const disabled = endpoint.status === "disabled";
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {disabled ? (
        <Banner tone="warning" title={endpoint.disabled_reason ?? pageWords.disabled}>
          {heldWords(health?.held)}
        </Banner>
      ) : null}
      {!disabled && health?.failing_since ? (
        <Banner tone="danger" title={words.failingSince(formatExact(health.failing_since, zone))}>
          {health.disables_at ? words.disabledFrom(formatExact(health.disables_at, zone)) : null}{" "}
          {health.waiting > 0 ? words.willBeTried(deliveriesWords(health.waiting)) : null}
        </Banner>
      ) : null}
      {until ? (
        <Banner tone="info" title={words.earlierSigns(leftWords(until, now))}>
          {words.newSecretFrom(formatExact(until, zone))}
        </Banner>
      ) : null}
    </div>
  );
}
