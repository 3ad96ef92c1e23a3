"use client";

import { RefreshCw, Wifi, WifiOff } from "lucide-react";
import { Announcement } from "#components/ui/announcement";
import { useStreamState } from "#lib/browser/live/live-state";
import type { StreamState as State } from "#lib/browser/live/stream-connection";
import { words } from "./words.ts";

const LOOKS: Record<State, { icon: typeof Wifi; word: string; className: string; title: string }> = {
  live: { icon: Wifi, word: words.live, className: "text-muted", title: words.liveHint },
  reconnecting: {
    icon: RefreshCw,
    word: words.reconnecting,
    className: "text-warning",
    title: words.reconnectingHint,
  },
  offline: {
    icon: WifiOff,
    word: words.offline,
    className: "text-danger",
    title: words.offlineHint,
  },
};

/** Shows the state of the event stream: live, reconnecting or offline. */
export function StreamState() {
  const look = LOOKS[useStreamState()];
  const Icon = look.icon;
  return (
    <span title={look.title} className={`flex items-center gap-1.5 text-xs ${look.className}`}>
      <Icon aria-hidden className={`size-3.5 ${look.word === "Reconnecting" ? "motion-safe:animate-spin" : ""}`} />
      <span className="max-sm:sr-only">{look.word}</span>
      <Announcement>{`${words.connection}: ${look.word.toLowerCase()}`}</Announcement>
    </span>
  );
}
