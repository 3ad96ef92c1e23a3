import { isDeepStrictEqual } from "node:util";
import { type DatabaseHost, hostsOf, needsWritable, onHost } from "#lib/kernel/database-url";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";
import { noteFailover } from "./last-commit.ts";
import { databaseMetrics } from "./metrics.ts";
import { type Primary, probe } from "./primary-probe.ts";

/** Time between two looks at the server that takes writes, while it has connections of this process. */
const LOOK_MS = 2_000;
/** Time without another search after one that found nobody. */
const PAUSE_MS = 500;

/** No server that the URL names takes writes at the moment. */
export class NoPrimary extends Error {
  readonly code = "NO_PRIMARY";
}

/** A connection that ends when another server takes the writes. */
interface Connection {
  leave(reason: Error): void;
}

const inWords = ({ host, port }: DatabaseHost, reason: string) => `${host}:${port} (${reason})`;

/**
 * Finds, for all connections of this process, the one of several servers that takes writes. While connections are open
 * it looks every 2 s whether that server still does: a frozen or cut-off server keeps its connections and says nothing.
 * When another server is found, the connections to the one before end.
 */
export class PrimaryFinder {
  readonly #url: string;
  readonly #connections = new Map<Connection, Primary>();
  /** The server found last; also while it is in doubt. */
  #last: Primary | null = null;
  #inDoubt = true;
  #search: Promise<Primary> | null = null;
  #failure: { error: NoPrimary; until: number } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the server that takes writes. Rejects with NoPrimary within 4 s if there is none. */
  async find(): Promise<Primary> {
    if (this.#last && !this.#inDoubt) return this.#last;
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    this.#search ??= this.#askAll().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Reports that a server did not take a connection or a write. */
  doubt(server: Primary): void {
    if (server === this.#last) this.#inDoubt = true;
  }

  /** Registers a connection to a server, until `left`. */
  joined(connection: Connection, server: Primary): void {
    this.#connections.set(connection, server);
    if (server !== this.#last) connection.leave(leaving());
    if (!this.#timer) this.#lookIn(LOOK_MS);
  }

  left(connection: Connection): void {
    this.#connections.delete(connection);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #lookIn(ms: number): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    if (this.#connections.size === 0) {
      this.#timer = null;
      return;
    }
    if (this.#last && !this.#inDoubt)
      this.#inDoubt = !isDeepStrictEqual(await probe(this.#url, this.#last), this.#last);
    await this.find().catch(() => undefined);
    this.#lookIn(this.#inDoubt ? PAUSE_MS : LOOK_MS);
  }

  /**
   * Asks all servers at once. Of several that take writes, the one with the highest timeline was promoted last: the
   * others have not noticed yet that they were replaced.
   */
  async #askAll(): Promise<Primary> {
    const answers = await Promise.all(
      hostsOf(this.#url).map(async (at) => ({ at, answer: await probe(this.#url, at) })),
    );
    const reasons: string[] = [];
    let best: Primary | null = null;
    for (const { at, answer } of answers) {
      if (typeof answer === "string") reasons.push(inWords(at, answer));
      else if (this.#isReplaced(answer)) reasons.push(inWords(at, "replaced by another server"));
      else if (!best || answer.timeline > best.timeline) best = answer;
    }
    if (!best) throw this.#failed(reasons);
    return this.#found(best);
  }

  /** A server that was replaced may thaw and take writes for a moment, which would be lost. */
  #isReplaced(answer: Primary): boolean {
    return this.#last !== null && answer.system === this.#last.system && answer.timeline < this.#last.timeline;
  }

  #failed(reasons: readonly string[]): NoPrimary {
    const error = new NoPrimary(`No server takes writes: ${reasons.join(", ")}`);
    if (!this.#failure) logger.warn({ missing: reasons }, "no database server takes writes");
    this.#failure = { error, until: performance.now() + PAUSE_MS };
    return error;
  }

  #found(server: Primary): Primary {
    this.#failure = null;
    this.#inDoubt = false;
    if (this.#last && isDeepStrictEqual(server, this.#last)) return this.#last;
    if (this.#last) {
      noteFailover();
      databaseMetrics().failovers.inc();
      logger.warn({ count: this.#connections.size }, "another database server takes writes now");
    }
    this.#last = server;
    for (const [connection, joined] of this.#connections) if (joined !== server) connection.leave(leaving());
    return server;
  }
}

const leaving = () => Object.assign(new Error("Another database server takes writes now"), { code: "ECONNRESET" });

/** Returns the finder for a URL's servers, one per process; null if the URL does not ask for the one that takes writes. */
export function finderFor(url: string | undefined): PrimaryFinder | null {
  if (!url || !needsWritable(url)) return null;
  const names = hostsOf(url).map(({ host, port }) => `${host}:${port}`);
  return singleton(
    `primary-of-${names.join()}`,
    () => new PrimaryFinder(url),
    (finder) => finder.close(),
  );
}

/**
 * Returns a database URL of the one server that takes writes, for short work such as a migration. Throws NoPrimary if
 * none of the URL's servers does.
 */
export async function primaryUrl(url: string): Promise<string> {
  const finder = finderFor(url);
  return finder ? onHost(url, await finder.find()) : url;
}
