import { setTimeout as pause } from "node:timers/promises";
import { StartFailure } from "#lib/kernel/start-failure";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";

/** Interval between checks of the embedded PostgreSQL. */
const LOOK_MS = 1_000;

export interface KeptPostgres {
  /** Rejects with a StartFailure if PostgreSQL ended and cannot be restarted. */
  failed: Promise<never>;
  /** Ends the watch so that PostgreSQL may be stopped. Waits for a restart in progress. */
  stop(): Promise<void>;
}

/**
 * Watches an embedded PostgreSQL and restarts it after it ended by itself, for example when the system ran out of
 * memory. The server's pools reconnect by themselves. Calls `onRevived` after each restart.
 */
export function keepPostgres(postgres: Pick<EmbeddedPostgres, "revive">, onRevived: () => void): KeptPostgres {
  const ending = new AbortController();
  const watched = watch(postgres, onRevived, ending.signal);
  // The caller handles the rejection through `failed`; after `stop` no caller waits for it.
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
