import { useSyncExternalStore } from "react";

interface Clock {
  now: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | null;
}

const clocks = new Map<number, Clock>();

function clockOf(stepMs: number): Clock {
  const clock = clocks.get(stepMs) ?? { now: Date.now(), listeners: new Set(), timer: null };
  clocks.set(stepMs, clock);
  return clock;
}

function listen(stepMs: number, listener: () => void): () => void {
  const clock = clockOf(stepMs);
  clock.listeners.add(listener);
  clock.timer ??= setInterval(() => {
    clock.now = Date.now();
    for (const tell of clock.listeners) tell();
  }, stepMs);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0 || clock.timer === null) return;
    clearInterval(clock.timer);
    clocks.delete(stepMs);
  };
}

/**
 * The time in milliseconds, anew at every step; all who ask for the same step share one timer. Null on the server and
 * while hydrating, when no two clocks agree.
 */
export function useNow(stepMs: number): number | null {
  return useSyncExternalStore(
    (listener) => listen(stepMs, listener),
    () => clockOf(stepMs).now,
    () => null,
  );
}
