import { CircleCheck, CircleX, Clock } from "lucide-react";
import { latencyWords } from "#components/ui/span-words";
import { Countdown } from "./countdown.tsx";
import type { TellingStory } from "./job-story.ts";

const LOOKS: Record<string, { icon: typeof Clock; word: string; className: string }> = {
  succeeded: { icon: CircleCheck, word: "Told", className: "text-success" },
  pending: { icon: Clock, word: "Waiting", className: "text-warning" },
  held: { icon: Clock, word: "Held", className: "text-warning" },
  failed: { icon: CircleX, word: "Gave up", className: "text-danger" },
  refused: { icon: CircleX, word: "Refused", className: "text-danger" },
};

function Telling({ telling }: { telling: TellingStory }) {
  const look = LOOKS[telling.status] ?? LOOKS.pending;
  if (!look) return null;
  const Icon = look.icon;
  const facts = [
    telling.statusCode === null ? null : `HTTP ${telling.statusCode}`,
    telling.durationMs === null || telling.statusCode === null ? null : latencyWords(telling.durationMs),
    telling.tries > 1 ? `${telling.tries} tries` : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look.className}`} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 break-all" title={telling.url ?? undefined}>
          {telling.url ?? "This console"}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {telling.eventType ? <span className="text-fg">{telling.eventType} · </span> : null}
          {[look.word, ...facts].join(" · ")}
          {telling.error && telling.status !== "succeeded" ? ` · ${telling.error}` : null}
          {telling.status === "pending" && telling.nextAttemptAt && telling.tries > 0 ? (
            <>
              {" · next try "}
              <Countdown until={telling.nextAttemptAt} />
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}

/** Lists the webhook deliveries of the outcome with status and latency; the console's own inbox comes last. */
export function JobTellings({ tellings }: { tellings: TellingStory[] }) {
  if (tellings.length === 0) return null;
  return (
    <section aria-label="Webhooks">
      <h3 className="text-xs font-medium text-muted">Webhooks</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {tellings.map((telling) => (
          <Telling key={telling.deliveryId} telling={telling} />
        ))}
      </ul>
    </section>
  );
}
