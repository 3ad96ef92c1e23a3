"use client";

import { type ReactNode, useState } from "react";
import { useAccount } from "#lib/browser/session/account";
import { dateFormat } from "#lib/kernel/date-format";
import { words } from "./words.ts";

interface TodayPageProps {
  /** What changed of the day since the person looked, beside its date. */
  changed: ReactNode;
  /** What people of one desk leave each other, at the end of the head. */
  handingOver: ReactNode;
  /** Links to what the desk prints and closes. */
  links: ReactNode;
  /** Banners about the EMR's state and about work that stopped by itself. */
  notices: readonly ReactNode[];
  /** The day at this desk: its schedule, who waits, and what came without its papers. */
  day: readonly ReactNode[];
  /** Work that needs a user, the most urgent first. */
  needs: readonly ReactNode[];
}

/** Shows the page after signing in: the day's schedule, and work that needs a user. */
export function TodayPage({ changed, handingOver, links, notices, needs, day }: TodayPageProps) {
  const { timezone } = useAccount();
  const [now] = useState(() => new Date());
  return (
    <div className="@container flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap justify-end gap-2">
        <div className="mr-auto flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl font-semibold">{words.today}</h1>
          <p className="text-muted" suppressHydrationWarning>
            {dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: timezone }).format(now)}
          </p>
          {changed}
        </div>
        <span className="flex flex-wrap gap-2">{links}</span>
        {handingOver}
      </div>
      {notices}
      {/* Both columns end together: the last list of the shorter one is as long as there is room. */}
      <div className="grid gap-4 *:flex *:min-w-0 *:flex-col *:gap-4 @4xl:grid-cols-2 [&>*>section:last-of-type]:grow">
        <div>{day}</div>
        <div>{needs}</div>
      </div>
    </div>
  );
}
