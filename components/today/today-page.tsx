"use client";

import { type ReactNode, useState } from "react";
import { ButtonLink } from "#components/ui/button-link";
import { useAccount } from "#lib/browser/session/account";
import { dateFormat } from "#lib/kernel/date-format";
import { words } from "./words.ts";

interface TodayPageProps {
  /** What changed of the day since the person looked, beside its date. */
  changed: ReactNode;
  /** Banners about the EMR's state and about work that stopped by itself. */
  notices: readonly ReactNode[];
  /** The schedule of the day and the next. */
  day: readonly ReactNode[];
  /** Work that needs a user, the most urgent first. */
  needs: readonly ReactNode[];
}

/** Shows the page after signing in: the day's schedule, and work that needs a user. */
export function TodayPage({ changed, notices, needs, day }: TodayPageProps) {
  const { id, timezone } = useAccount();
  const [now] = useState(() => new Date());
  return (
    <div className="@container flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-baseline gap-x-3">
        <h1 className="text-xl font-semibold">{words.today}</h1>
        <p className="text-muted" suppressHydrationWarning>
          {dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: timezone }).format(now)}
        </p>
        {changed}
        <span className="ml-auto self-center">
          <ButtonLink href={`/a/${id}/downtime`}>{words.downtimePacket}</ButtonLink>
        </span>
      </div>
      {notices}
      <div className="grid items-start gap-4 @4xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">{day}</div>
        <div className="flex min-w-0 flex-col gap-4">{needs}</div>
      </div>
    </div>
  );
}
