import { required } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { PrimaryClient } from "./primary-client.ts";

const CONNECT_DEADLINE_MS = 5_000;
/** Idle time after which the kernel probes a connection. */
const KEEP_ALIVE_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

/** Called with the words of a notification. Null means that notifications may have been missed. */
export type OnWake = (words: string[] | null) => void;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens to a channel that the Notifier of every process sends to, over a dedicated connection that is reopened
 * whenever it is lost. Notifications sent in the meantime are lost, so `onWake(null)` is called after each (re)connect.
 */
export function listenOn(channel: string, onWake: OnWake): Listener {
  let closed = false;
  let client: PrimaryClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  const connect = async () => {
    const next = new PrimaryClient({
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
      logger.warn({ channel, code: (error as { code?: string }).code }, "listener cannot connect");
      await next.end().catch(() => undefined);
      again(next);
    }
  };

  const again = (lost: PrimaryClient) => {
    if (closed || client !== lost) return;
    client = null;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS);
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
