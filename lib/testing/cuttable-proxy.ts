import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** From where on a connection is cut off: from the packet with the mark, from the COMMIT after it, or from its answer. */
export interface Cut {
  /** A text that a packet of the connection bears, such as a value that one statement alone is given. */
  mark: string;
  at: "mark" | "COMMIT" | "answer to COMMIT";
}

/** What stands between the application and PostgreSQL, and cuts connections off without a word: both sides think they stand. */
export interface CuttableProxy {
  /** An address of the database, by way of the proxy. */
  through(databaseUrl: string): string;
  /** Cuts each connection off at which this comes by. */
  cut(cut: Cut): void;
  /** Cuts all of them off, new ones too, until `heal`. */
  cutAll(): void;
  /** Cuts no more connections; those that were stay so. */
  heal(): void;
  stop(): Promise<void>;
}

/** Where the server of an address listens: a host and port, or a socket's path. */
function targetOf(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

export async function startCuttableProxy(databaseUrl: string): Promise<CuttableProxy> {
  let cuts: Cut[] = [];
  let all = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    return socket;
  };
  const server = createServer((client) => {
    const database = keep(connect(targetOf(databaseUrl)));
    keep(client);
    let marked: Cut | undefined;
    let isCut = false;
    client.on("data", (packet) => {
      const text = packet.toString("latin1");
      marked ??= cuts.find(({ mark }) => text.includes(mark));
      const isCommit = text.includes("COMMIT");
      isCut ||= all || marked?.at === "mark" || (marked?.at === "COMMIT" && isCommit);
      if (isCut) return;
      isCut = marked?.at === "answer to COMMIT" && isCommit;
      database.write(packet);
    });
    database.on("data", (packet) => {
      isCut ||= all;
      if (!isCut) client.write(packet);
    });
    // Nobody hears of the end of what was cut off.
    client.on("close", () => isCut || database.destroy());
    database.on("close", () => isCut || client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String((server.address() as AddressInfo).port);
      for (const name of ["host", "port"]) changed.searchParams.delete(name);
      return changed.toString();
    },
    cut(cut) {
      cuts.push(cut);
    },
    cutAll() {
      all = true;
    },
    heal() {
      cuts = [];
      all = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
