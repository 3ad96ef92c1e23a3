"use client";

import { agoWords, formatExact } from "./time-words.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { useNow } from "./use-now.tsx";

export interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
}

/** Shows "2 min ago", kept current, with the exact time on hover and in `dateTime`. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const timeZone = useTimeZone();
  const now = useNow(10_000);
  const moment = new Date(at);
  return (
    // The server's clock differs from the user's: the text is corrected on hydration.
    <time dateTime={at} title={formatExact(at, timeZone)} className="whitespace-nowrap" suppressHydrationWarning>
      {agoWords(moment, Math.max(now ?? Date.now(), moment.getTime()), timeZone)}
    </time>
  );
}
