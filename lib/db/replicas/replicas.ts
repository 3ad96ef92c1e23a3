import { sql } from "drizzle-orm";
import { appPool } from "#lib/db/pool";
import { withoutTenant } from "#lib/db/without-tenant";
import { environment } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";
import { replicaMetrics } from "./metrics.ts";
import { ReplayLag, walPosition } from "./replay-lag.ts";
import { type LeftOut, Replica } from "./replica.ts";

/** Time between two looks at the replicas. */
const LOOK_MS = 1_000;

/** The position up to which the log is on disk: no replica gets more than that. */
const PRIMARY_POSITION = sql`SELECT pg_current_wal_flush_lsn()::text AS position`;

/** The operator's replicas. Looks at each once a second, and leaves out those that do not answer or lag too much. */
export class Replicas {
  readonly #all: readonly Replica[];
  readonly #maxLag: number;
  readonly #lag = new ReplayLag();
  readonly #looking: Promise<void>;
  #marking: Promise<void> | null = null;
  #pause: { timer: NodeJS.Timeout; end: () => void } | null = null;
  #closed = false;
  #next = 0;

  /** `maxLag` in seconds. */
  constructor(urls: readonly string[], maxLag: number) {
    this.#all = urls.map((url) => new Replica(url));
    this.#maxLag = maxLag;
    this.#looking = this.#look();
  }

  /** Whether the operator has named a replica. */
  get areThere(): boolean {
    return this.#all.length > 0;
  }

  /** Returns one that is in use, each in turn; undefined if none is. */
  next(): Replica | undefined {
    const inUse = this.#all.filter(({ leftOut }) => leftOut === null);
    return inUse[this.#next++ % inUse.length];
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#pause) clearTimeout(this.#pause.timer);
    this.#pause?.end();
    await Promise.all([this.#looking, this.#marking]);
    await Promise.all(this.#all.map((replica) => replica.close()));
  }

  async #look(): Promise<void> {
    while (this.areThere && !this.#closed) {
      // A primary that is away does not keep the replicas from being looked at.
      this.#marking ??= this.#mark().finally(() => {
        this.#marking = null;
      });
      await Promise.all(this.#all.map((replica) => this.#lookAt(replica)));
      if (this.#closed) return;
      await new Promise<void>((end) => {
        this.#pause = { timer: setTimeout(end, LOOK_MS).unref(), end };
      });
    }
  }

  /** Notes the position of the primary, if it answers. */
  async #mark(): Promise<void> {
    const at = performance.now();
    const [row] = await withoutTenant<{ position: string }>(PRIMARY_POSITION).catch(() => []);
    if (row) this.#lag.mark(walPosition(row.position), at);
  }

  async #lookAt(replica: Replica): Promise<void> {
    const before = replica.leftOut;
    let now: LeftOut | null = await replica.look();
    if (replica.replayed !== null) {
      const lag = this.#lag.lagOf(replica.replayed, performance.now());
      replicaMetrics().lag.set({ replica: replica.name }, lag);
      if (lag > this.#maxLag) now ??= "lags";
    }
    replica.judge(now);
    replicaMetrics().used.set({ replica: replica.name }, now === null ? 1 : 0);
    if (now === before) return;
    if (now === null) logger.info({ replica: replica.name }, "reads go to the replica");
    else logger.warn({ replica: replica.name, kind: now }, "the replica is left out");
  }
}

/** Returns this process's replicas; looks begin with the first call. */
export const replicas = (): Replicas => {
  // Created first, so that it closes after the looks, which use it.
  appPool();
  return singleton(
    "replicas",
    () => {
      const { APP_DATABASE_READ_URLS, DATABASE_READ_MAX_LAG_SECONDS } = environment();
      return new Replicas(APP_DATABASE_READ_URLS, DATABASE_READ_MAX_LAG_SECONDS);
    },
    (open) => open.close(),
  );
};
