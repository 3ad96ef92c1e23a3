import pg from "pg";
import { required } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";

const CONNECT_DEADLINE_MS = 5_000;
/** A connection that nothing comes over is asked about by the kernel after this time. */
const KEEP_ALIVE_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Called with the words that a Notifier sent on the channel; null means that any may have been missed. */
export type OnWake = (words: string[] | null) => void;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Hears what every process's Notifier sends on a channel, over a connection of its own, which it makes anew whenever it
 * is lost. As notifications sent meanwhile are gone, everyone is woken once it listens again.
 */
export function listenOn(channel: string, onWake: OnWake): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: required("APP_DATABASE_URL"),
      application_name: "crc-listen",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    });
    client = next;
    next.on("notification", ({ payload }) => onWake(payload ? payload.split(",") : null));
    next.on("error", (error: Error & { code?: string }) => logger.warn({ channel, code: error.code }, "listener lost"));
    next.on("end", () => again(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      failures = 0;
      onWake(null);
    } catch (error) {
      logger.warn({ channel, code: (error as { code?: string }).code }, "listener can't connect");
      await next.end().catch(() => undefined);
      again(next);
    }
  };

  const again = (lost: pg.Client) => {
    if (closed || client !== lost) return;
    client = null;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS);
    timer = setTimeout(start, pause).unref();
  };

  let connecting: Promise<void> = Promise.resolve();
  const start = () => {
    connecting = connect();
  };
  start();

  return {
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}
