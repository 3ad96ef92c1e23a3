"use client";

import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "#components/ui/relative-time";
import { intervalWords } from "#components/ui/span-words";
import type { FreshnessModel } from "#lib/administration/linked-accounts/model";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface LineProps {
  /** Says how often it is made. */
  every: (span: string) => string;
  reading: FreshnessModel["today"];
  /** Seconds between two readings as the account is set. */
  askedSeconds: number;
}

function Line({ every, reading: { every_seconds, read_at, reason }, askedSeconds }: LineProps) {
  const seconds = every_seconds ?? askedSeconds;
  return (
    <li>
      {every(intervalWords(seconds))}
      {" · "}
      {read_at ? (
        <>
          {words.lastRead} <RelativeTime at={read_at} />
        </>
      ) : (
        words.notReadYet
      )}
      {reason ? <span className="block">{words.rarerBecause(reason)}</span> : null}
    </li>
  );
}

/** Shows how often, and when, this page's account was read between its syncs, and why it is more rarely than it is set to be. */
export function FreshnessLines() {
  const { data } = useQuery(linkedAccountState(useAccountId()));
  if (!data) return null;
  const { freshness, sync_interval_minutes: minutes } = data;
  if (!freshness) return <p className="text-sm text-muted">{words.nightlyAlone}</p>;
  const { today, changes, paused_until: until } = freshness;
  return (
    <ul aria-label={words.betweenSyncs} className="text-sm text-muted">
      <Line every={words.readEvery} reading={changes} askedSeconds={minutes * 60} />
      <Line every={words.todayEvery} reading={today} askedSeconds={30} />
      {until ? <li>{words.pausedRead}</li> : null}
    </ul>
  );
}
