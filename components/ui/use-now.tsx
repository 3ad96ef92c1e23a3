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
    for (const tell of listeners) tell();
  };
  return {
    read: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      if (timer === null) {
        // Nobody wound it for a while.
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

/** The clock of a step. It is made once: a new one at each look would never agree with the last. */
function clockOf(stepMs: number): Clock {
  const clock = clocks.get(stepMs) ?? makeClock(stepMs);
  clocks.set(stepMs, clock);
  return clock;
}

const unknown = () => null;

/**
 * The time in milliseconds, anew at every step; all who ask for the same step share one timer. Null on the server and
 * while hydrating, when no two clocks agree.
 */
export function useNow(stepMs: number): number | null {
  const clock = clockOf(stepMs);
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, unknown);
}
