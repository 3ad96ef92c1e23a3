"use client";

import { useSyncExternalStore } from "react";

interface Clock {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

const clocks = new Map<number, Clock>();

function makeClock(stepMs: number): Clock {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    now = Date.now();
    for (const notify of listeners) notify();
  };
  return {
    read: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      if (timer === null) {
        // The timer was stopped, so the time is old.
        now = Date.now();
        timer = setInterval(tick, stepMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

/** Returns the shared clock of a step. `useSyncExternalStore` needs the same clock in each render. */
function clockOf(stepMs: number): Clock {
  const clock = clocks.get(stepMs) ?? makeClock(stepMs);
  clocks.set(stepMs, clock);
  return clock;
}

const unknown = () => null;

/**
 * Returns the time in milliseconds, updated every `stepMs`; all users of a step share one timer. Null on the server and
 * while hydrating, when the clocks differ.
 */
export function useNow(stepMs: number): number | null {
  const clock = clockOf(stepMs);
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, unknown);
}
