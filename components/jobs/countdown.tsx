"use client";

import { useEffect, useState } from "react";
import { spanWords } from "#components/ui/span-words";

const secondsUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

/** Counts down to a moment (ISO 8601): "in 8 s", then "now". The ticks are not announced to screen readers. */
export function Countdown({ until }: { until: string }) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {left === 0 ? "now" : `in ${spanWords(left)}`}
    </span>
  );
}
