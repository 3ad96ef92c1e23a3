import type pg from "pg";
import { connectionPool } from "#lib/db/connection-pool";
import { socketOf } from "#lib/db/driver";
import { type TakenConnection, takeFrom } from "#lib/db/pool";
import { Shares } from "#lib/kernel/shares";
import { walPosition } from "./replay-lag.ts";

const MAX_CONNECTIONS = 16;

/** Deadlines for a place, a connection and the answer to a look. A replica is not worth a longer wait: the primary has it all. */
const WAIT_MS = 500;
const CONNECT_MS = 1_000;
const LOOK_MS = 1_000;

const REPLAYED = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS replayed";

/** Why a replica is left out: it does not answer, is no standby (any more), or lags too much. */
export type LeftOut = "does not answer" | "is no standby" | "lags";

/** One streaming replica: its connections, and whether reads go to it. */
export class Replica {
  /** Host and port. */
  readonly name: string;
  readonly #reads: pg.Pool;
  /** A connection of its own, so that waiting reads do not delay the look. */
  readonly #looks: pg.Pool;
  readonly #shares = new Shares(MAX_CONNECTIONS, WAIT_MS);
  readonly #taken = new Set<pg.PoolClient>();
  #leftOut: LeftOut | null = "does not answer";
  #replayed: bigint | null = null;

  constructor(url: string) {
    this.name = new URL(url).host;
    const common = { connectionString: url, connectionTimeoutMillis: CONNECT_MS };
    const [forReads, forLooks] = ["crc-app-replica", "crc-replica-look"];
    this.#reads = connectionPool({ ...common, application_name: forReads, max: MAX_CONNECTIONS, pipeline: true });
    this.#looks = connectionPool({ ...common, application_name: forLooks, max: 1, query_timeout: LOOK_MS });
  }

  /** Why no read goes to it; null if reads do. */
  get leftOut(): LeftOut | null {
    return this.#leftOut;
  }

  /** Leaves it out, or uses it (null). Reads that wait for a replica that does not answer fail at once. */
  judge(leftOut: LeftOut | null): void {
    this.#leftOut = leftOut;
    if (leftOut !== "does not answer") return;
    for (const client of this.#taken) socketOf(client).destroy(new Error("The replica does not answer"));
  }

  /** Takes a connection for a holder (see takeConnection). Throws DatabaseUnavailable. */
  async take(holder: string): Promise<TakenConnection> {
    const { client, release } = await takeFrom(this.#reads, this.#shares, holder);
    this.#taken.add(client);
    return {
      client,
      release: (broken) => {
        this.#taken.delete(client);
        release(broken);
      },
    };
  }

  /** The position up to which it had replayed the primary's log at the last look that it answered; null before. */
  get replayed(): bigint | null {
    return this.#replayed;
  }

  /** Looks at the replica. Returns why it cannot serve; null if it can. */
  async look(): Promise<"does not answer" | "is no standby" | null> {
    try {
      const { rows } = await this.#looks.query<{ replayed: string | null }>(REPLAYED);
      const text = rows[0]?.replayed;
      if (!text) return "is no standby";
      this.#replayed = walPosition(text);
      return null;
    } catch {
      return "does not answer";
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.end(), this.#looks.end()]);
  }
}
