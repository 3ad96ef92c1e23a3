"use client";

import { ChevronDown, ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { formatExact } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import type { DeliveryModel } from "#lib/webhooks/events/model";
import { attemptWords, DELIVERY_LOOKS } from "./delivery-outcome.tsx";
import { Exchange } from "./exchange.tsx";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

interface DeliveryLogProps {
  eventId: string;
  delivery: DeliveryModel;
  pending: boolean;
  /** Undefined if the user may not redeliver. */
  onRedeliver: (() => void) | undefined;
}

const nameOf = (target: string) => (target === "inbox" ? words.thisConsole : target);

/** Shows one target of an event: the delivery's status, and each attempt with its answer, latency and error. */
export function DeliveryLog({ eventId, delivery, pending, onRedeliver }: DeliveryLogProps) {
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const { target, endpoint_id: endpoint, status, attempts, next_attempt_at: next } = delivery;
  const { Icon, word, className } = DELIVERY_LOOKS[status];
  return (
    <li data-held-list="" className="flex flex-col gap-1.5 py-2.5">
      <div className="flex items-start gap-2">
        <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${className}`} />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 break-all" title={target}>
            {nameOf(target)}
          </p>
          <p className="text-xs text-muted">
            {word}
            {target === "inbox"
              ? null
              : endpoint
                ? ` · ${pageWords.endpoint.toLowerCase()}`
                : ` · ${words.callbackUrl}`}
            {status === "held" ? ` · ${words.sentOnceEnabled}` : null}
            {status === "pending" && next && attempts.length > 0
              ? ` · ${words.nextAttempt(formatExact(next, zone))}`
              : null}
          </p>
        </div>
        {onRedeliver ? (
          <Button
            size="sm"
            variant="quiet"
            icon={<RotateCw aria-hidden="true" />}
            aria-label={words.redeliverTo(nameOf(target))}
            pending={pending}
            onPress={onRedeliver}
          >
            {words.redeliver}
          </Button>
        ) : null}
      </div>
      {attempts.length > 0 ? (
        <ol
          aria-label={words.attemptsTo(nameOf(target))}
          className="ml-6 flex flex-col gap-1 text-xs text-muted tabular-nums"
        >
          {attempts.map((attempt, index) => (
            <li key={attempt.at} className="flex flex-wrap gap-x-2">
              <span className="w-4 text-faint">{index + 1}</span>
              <span className="min-w-0 flex-1 break-words text-fg">{attemptWords(attempt)}</span>
              <RelativeTime at={attempt.at} />
            </li>
          ))}
        </ol>
      ) : null}
      {target !== "inbox" && attempts.length > 0 ? (
        <>
          <Button
            variant="quiet"
            size="sm"
            icon={open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
            aria-expanded={open}
            aria-label={words.exchangesOf(nameOf(target))}
            onPress={() => setOpen(!open)}
            className="ml-4 self-start"
          >
            {words.requestsAndResponses}
          </Button>
          {open ? <Exchange eventId={eventId} delivery={delivery} /> : null}
        </>
      ) : null}
    </li>
  );
}
