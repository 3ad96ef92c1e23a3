import { CircleCheck, CircleX, Clock } from "lucide-react";
import { latencyWords } from "#components/ui/span-words";
import { Countdown } from "./countdown.tsx";
import type { DeliveryStory } from "./job-story.ts";
import { words } from "./words.ts";

const LOOKS: Record<string, { icon: typeof Clock; word: string; className: string }> = {
  succeeded: { icon: CircleCheck, word: words.delivered, className: "text-success" },
  pending: { icon: Clock, word: words.waiting, className: "text-warning" },
  held: { icon: Clock, word: words.held, className: "text-warning" },
  failed: { icon: CircleX, word: words.failed, className: "text-danger" },
  refused: { icon: CircleX, word: words.refused, className: "text-danger" },
};

function Delivery({ delivery }: { delivery: DeliveryStory }) {
  const look = LOOKS[delivery.status] ?? LOOKS.pending;
  if (!look) return null;
  const Icon = look.icon;
  const facts = [
    delivery.statusCode === null ? null : `HTTP ${delivery.statusCode}`,
    delivery.durationMs === null || delivery.statusCode === null ? null : latencyWords(delivery.durationMs),
    delivery.tries > 1 ? words.tries(delivery.tries) : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look.className}`} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 break-all" title={delivery.url ?? undefined}>
          {delivery.url ?? words.thisConsole}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {delivery.eventType ? <span className="text-fg">{delivery.eventType} · </span> : null}
          {[look.word, ...facts].join(" · ")}
          {delivery.error && delivery.status !== "succeeded" ? ` · ${delivery.error}` : null}
          {delivery.status === "pending" && delivery.nextAttemptAt && delivery.tries > 0 ? (
            <>
              {` · ${words.nextTry} `}
              <Countdown until={delivery.nextAttemptAt} />
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}

/** Lists the webhook deliveries of the outcome with status and latency; the console's own inbox comes last. */
export function JobDeliveries({ deliveries }: { deliveries: DeliveryStory[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section aria-label={words.webhooks}>
      <h3 className="text-xs font-medium text-muted">{words.webhooks}</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.deliveryId} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}
