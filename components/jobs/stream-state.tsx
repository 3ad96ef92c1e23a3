"use client";

import { RefreshCw, Wifi, WifiOff } from "lucide-react";
import { Announcement } from "#components/ui/announcement";
import { useStreamState } from "#lib/browser/live/live-state";
import type { StreamState as State } from "#lib/browser/live/stream-connection";

const LOOKS: Record<State, { icon: typeof Wifi; word: string; className: string; title: string }> = {
  live: { icon: Wifi, word: "Live", className: "text-muted", title: "Changes appear automatically" },
  reconnecting: {
    icon: RefreshCw,
    word: "Reconnecting",
    className: "text-warning",
    title: "The connection was lost and is being restored; nothing is missed",
  },
  offline: {
    icon: WifiOff,
    word: "Offline",
    className: "text-danger",
    title: "No connection to the server. Your input is kept; the connection is restored automatically",
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
      <Announcement>{`Connection: ${look.word.toLowerCase()}`}</Announcement>
    </span>
  );
}
