import pg from "pg";
import { onReadOnly, socketOf } from "./driver.ts";
import { finderFor, type PrimaryFinder } from "./primary.ts";

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * A connection to the server that the URL asks for. If it asks for the one of its hosts that takes writes, the connection
 * goes there, and ends as soon as that server takes no more writes or another one was promoted.
 */
export class PrimaryClient extends pg.Client {
  readonly #finder: PrimaryFinder | null;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.#finder = finderFor(config.connectionString);
  }

  // Both of pg's overloads: the pool passes a callback, others await the promise.
  override connect = ((callback?: Connected) => {
    // A server may end a connection in the packet that accepts it, before the pool listens. The next statement fails then.
    this.on("error", () => undefined);
    const connected = this.#finder ? this.#connectBy(this.#finder) : super.connect();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }) as pg.Client["connect"];

  /** Ends the connection, and fails its pending statements. */
  leave(reason: Error): void {
    socketOf(this).destroy(reason);
  }

  async #connectBy(finder: PrimaryFinder): Promise<pg.ClientBase> {
    const server = await finder.find();
    this.host = server.host;
    this.port = server.port;
    onReadOnly(this, () => {
      finder.doubt(server);
      this.leave(new Error("The database server takes no writes"));
    });
    this.once("end", () => finder.left(this));
    try {
      await super.connect();
    } catch (error) {
      finder.doubt(server);
      throw error;
    }
    finder.joined(this, server);
    return this;
  }
}
