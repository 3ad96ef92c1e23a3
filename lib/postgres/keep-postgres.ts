import { setTimeout as pause } from "node:timers/promises";
import { StartFailure } from "#lib/kernel/start-failure";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";

/** How often the embedded PostgreSQL is looked for. */
const LOOK_MS = 1_000;

export interface KeptPostgres {
  /** Rejects with a StartFailure when PostgreSQL ended and can't be started again. */
  failed: Promise<never>;
  /** Ends the watch, so that PostgreSQL may be stopped; waits for a start that is under way. */
  stop(): Promise<void>;
}

/**
 * Watches over an embedded PostgreSQL and starts it again when it ended by itself, as after the system took its
 * memory; the server's connections come back by themselves. `onRevived` is told of each such start.
 */
export function keepPostgres(postgres: Pick<EmbeddedPostgres, "revive">, onRevived: () => void): KeptPostgres {
  const ending = new AbortController();
  const watched = watch(postgres, onRevived, ending.signal);
  // Whoever waits for `failed` hears of it; a watch that was ended has nobody to tell.
  watched.catch(() => undefined);
  return {
    failed: new Promise((_, reject) => watched.catch(reject)),
    async stop() {
      ending.abort();
      await watched.catch(() => undefined);
    },
  };
}

async function watch(
  postgres: Pick<EmbeddedPostgres, "revive">,
  onRevived: () => void,
  ending: AbortSignal,
): Promise<void> {
  while (await waited(ending)) {
    try {
      if (await postgres.revive()) onRevived();
    } catch (error) {
      throw new StartFailure(`PostgreSQL ended and can't be started again: ${(error as Error).message}`);
    }
  }
}

const waited = (ending: AbortSignal): Promise<boolean> => pause(LOOK_MS, true, { signal: ending }).catch(() => false);
