"use client";

import { agoWords, formatExact } from "./time-words.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { useNow } from "./use-now.tsx";

export interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
}

/** "2 min ago", kept current, with the exact time on pointing at it and for machines. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const timeZone = useTimeZone();
  const now = useNow(10_000);
  const moment = new Date(at);
  return (
    // The server's clock is not the reader's: the text settles when the page comes alive.
    <time dateTime={at} title={formatExact(at, timeZone)} className="whitespace-nowrap" suppressHydrationWarning>
      {agoWords(moment, Math.max(now ?? Date.now(), moment.getTime()), timeZone)}
    </time>
  );
}
