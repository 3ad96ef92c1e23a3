"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button";
import { FiguresToggle } from "#components/ui/figures-toggle";
import { isPlainClick, Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { Segments } from "#components/ui/segments";
import { Skeleton } from "#components/ui/skeleton";
import { durationWords } from "#components/ui/span-words";
import { CountBars, DurationSpans, type TimePart } from "#components/ui/time-bars";
import { formatHour } from "#components/ui/time-words";
import { useTimeZone } from "#components/ui/time-zone";
import { type HealthSpan, webhookHealth } from "#lib/browser/api/webhook-health";
import { useAccountId } from "#lib/browser/session/account";
import type { WebhookHealthModel } from "#lib/webhooks/endpoints/health-model";
import { successWords } from "./health-words.ts";
import { useWebhooksPlace } from "./use-webhooks-place.ts";
import { words } from "./words.ts";

type Part = WebhookHealthModel["parts"][number];

const SPANS = [
  { id: "day", name: words.day },
  { id: "week", name: words.week },
] as const;

/** Lower end of the duration axis, in milliseconds. */
const FASTEST_MS = 10;

const withinWords = (ms: number | null) => (ms === null ? "–" : durationWords(ms));

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-base font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

const COLUMNS = [words.attempts, words.delivered, words.median, words.percentile];

/** Shows the chart's figures as a table: visible on demand, and always available to screen readers. */
function PartsTable({ parts, nameOf, isShown }: { parts: Part[]; nameOf: (part: Part) => string; isShown: boolean }) {
  return (
    <div className={isShown ? "overflow-x-auto border-t border-line" : "sr-only"}>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{words.attemptsOfEndpoint}</caption>
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="py-1.5 font-medium">
              {words.from}
            </th>
            {COLUMNS.map((title) => (
              <th key={title} scope="col" className="py-1.5 pl-2 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.start} className="border-t border-line">
              <th scope="row" className="py-1 font-normal whitespace-nowrap">
                <time dateTime={part.start}>{nameOf(part)}</time>
              </th>
              <td className="py-1 text-right">{part.attempts}</td>
              <td className="py-1 text-right">{successWords(part)}</td>
              <td className="py-1 text-right">{withinWords(part.duration_ms_median)}</td>
              <td className="py-1 text-right">{withinWords(part.duration_ms_p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LastFailure({ failure }: { failure: WebhookHealthModel["last_failure"] }) {
  const accountId = useAccountId();
  const leadTo = useWebhooksPlace();
  if (!failure) return <p className="text-sm text-muted">{words.noFailure}</p>;
  const { at, event_id: eventId, status_code: status, error } = failure;
  return (
    <p className="text-sm text-muted">
      {words.lastFailure} <RelativeTime at={at} />:{" "}
      <span className="text-fg">{[status === null ? null : `HTTP ${status}`, error].filter(Boolean).join(" · ")}</span>{" "}
      <Link
        href={`/a/${accountId}/webhooks?view=log&event=${eventId}`}
        onClick={(click) => {
          if (!isPlainClick(click)) return;
          click.preventDefault();
          leadTo({ view: "log", event: eventId });
        }}
      >
        {words.seeTheEvent}
      </Link>
    </p>
  );
}

function Drawing({ health, span }: { health: WebhookHealthModel; span: HealthSpan }) {
  const zone = useTimeZone();
  const [asTable, setAsTable] = useState(false);
  const { parts } = health;
  const dayOf = (start: string) =>
    new Date(start).toLocaleDateString("en-US", { weekday: "short", day: "numeric", timeZone: zone });
  const nameOf = ({ start }: Part) => (span === "day" ? formatHour(start, zone) : dayOf(start));
  const wordsOf = (part: Part) =>
    part.attempts === 0
      ? words.nothingIn(nameOf(part))
      : words.sentIn(nameOf(part), part.attempts, successWords(part), withinWords(part.duration_ms_p95));
  const drawn = parts.map((part): TimePart => {
    const { start, attempts, succeeded, duration_ms_median: half, duration_ms_p95: most } = part;
    const span: TimePart["span"] = half === null || most === null ? null : [half, most];
    return { key: start, words: wordsOf(part), above: succeeded, below: attempts - succeeded, span };
  });
  const marks = parts.filter((_, index) => span === "week" || index % 6 === 0);
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Figure label={words.delivered} value={successWords(health)} />
        <Figure label={words.attempts} value={health.attempts.toLocaleString("en-US")} />
        <Figure label={words.median} value={withinWords(health.duration_ms_median)} />
        <Figure label={words.percentile} value={withinWords(health.duration_ms_p95)} />
      </dl>
      <div className="flex flex-col gap-1">
        <CountBars parts={drawn} />
        <DurationSpans parts={drawn} fastestMs={FASTEST_MS} />
        <div
          aria-hidden="true"
          className="grid text-xs text-faint tabular-nums"
          style={{ gridTemplateColumns: `repeat(${marks.length}, 1fr)` }}
        >
          {marks.map((part) => (
            <span key={part.start}>{nameOf(part)}</span>
          ))}
        </div>
      </div>
      <PartsTable parts={parts} nameOf={nameOf} isShown={asTable} />
      <FiguresToggle isShown={asTable} onChange={setAsTable} className="self-start" />
      <LastFailure failure={health.last_failure} />
    </>
  );
}

/** Shows an endpoint's health over the last day or week: delivered share, attempts, latencies and the last failure. */
export function EndpointHealth({ endpointId }: { endpointId: string }) {
  const [span, setSpan] = useState<HealthSpan>("day");
  const { data, error, refetch } = useQuery(webhookHealth(useAccountId(), span));
  const health = data?.get(endpointId);
  let body: ReactNode = <Skeleton className="h-52 w-full" />;
  if (health) body = <Drawing health={health} span={health.parts.length === 7 ? "week" : "day"} />;
  else if (error) {
    body = (
      <p className="flex items-center gap-2 text-sm text-muted">
        {words.healthNotLoaded}
        <Button variant="link" onPress={() => void refetch()}>
          {words.tryAgain}
        </Button>
      </p>
    );
  }
  return (
    <section aria-label={words.health} className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{span === "day" ? words.theLastDay : words.theLastWeek}</h3>
        <Segments label={words.over} value={span} onChange={setSpan} options={SPANS} />
      </div>
      {body}
    </section>
  );
}
