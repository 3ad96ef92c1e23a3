import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/**
 * When to cut a connection: before the packet with the mark, before the COMMIT after it, or before the response to that
 * COMMIT.
 */
export interface Cut {
  /** Text in a packet of the connection, such as a value of a single statement. */
  mark: string;
  at: "mark" | "COMMIT" | "answer to COMMIT";
}

/** A proxy between the application and PostgreSQL that cuts connections silently: both sides keep them open. */
export interface CuttableProxy {
  /** Returns the database URL with the proxy's address. */
  through(databaseUrl: string): string;
  /** Cuts every connection on which this occurs. */
  cut(cut: Cut): void;
  /** Cuts all connections, including new ones, until `heal`. */
  cutAll(): void;
  /** Stops cutting; connections that were cut remain cut. */
  heal(): void;
  stop(): Promise<void>;
}

/** Returns the address of the database's server: host and port, or the path of a socket. */
function targetOf(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** Starts the proxy in front of a database, which passes everything on until the first cut. */
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
    // A cut connection does not pass the closing of one side on to the other.
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
