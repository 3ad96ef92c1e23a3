import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { latencyWords } from "#components/ui/span-words";
import type { DeliveryModel, DeliveryStatus } from "#lib/webhooks/events/model";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

/** Icon, name and color of each delivery status. */
export const DELIVERY_LOOKS: Record<DeliveryStatus, { Icon: LucideIcon; word: string; className: string }> = {
  succeeded: { Icon: CircleCheck, word: words.delivered, className: "text-success" },
  pending: { Icon: Clock, word: words.waiting, className: "text-warning" },
  held: { Icon: Clock, word: pageWords.held, className: "text-warning" },
  failed: { Icon: CircleX, word: words.failed, className: "text-danger" },
  refused: { Icon: CircleX, word: words.refused, className: "text-danger" },
};

type Attempt = DeliveryModel["attempts"][number];

/** "HTTP 500 · 83 ms · the target answered 500" */
export const attemptWords = ({ status_code, duration_ms, error }: Attempt): string =>
  [status_code === null ? null : `HTTP ${status_code}`, latencyWords(duration_ms), error].filter(Boolean).join(" · ");

/** Shows a delivery's status and its latest attempt. */
export function DeliveryOutcome({ delivery }: { delivery: Pick<DeliveryModel, "status" | "attempts"> }) {
  const { Icon, word, className } = DELIVERY_LOOKS[delivery.status];
  const last = delivery.attempts.at(-1);
  return (
    <p className="flex items-start gap-2 text-sm text-muted tabular-nums">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <span className="min-w-0 break-words">
        <span className="font-medium text-fg">{word}</span>
        {last ? ` · ${attemptWords(last)}` : null}
      </span>
    </p>
  );
}
