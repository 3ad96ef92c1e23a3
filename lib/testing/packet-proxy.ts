import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** A place in the conversation of a process with its databases: before a packet of its, or after that packet was answered. */
export interface PacketPlace {
  number: number;
  /** Which packets count; all by default. */
  of?: RegExp;
  when: "before" | "answered";
}

/** Proxies between one process and its databases, which count the packets that it sends to any of them. */
export interface PacketProxy {
  /** Returns a database URL with the address of its proxy. */
  through(databaseUrl: string): Promise<string>;
  /** Counts from 0 again. At the place `die` is called once, and nothing passes any more. */
  dieAt(place: PacketPlace | null, die: () => void): void;
  /** The packets since then, as text. */
  sent(): string[];
  /** Closes all connections, as the end of a process does. */
  cutAll(): void;
  stop(): Promise<void>;
}

function targetOf(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** Starts proxies that pass everything on until a place is named. */
export function startPacketProxy(): PacketProxy {
  let place: PacketPlace | null = null;
  let die: () => void = () => undefined;
  let isDead = false;
  let sent: string[] = [];
  let counted = 0;
  const sockets = new Set<Socket>();
  const servers: ReturnType<typeof createServer>[] = [];
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    return socket;
  };
  const end = () => {
    isDead = true;
    die();
  };
  const pass = (client: Socket, database: Socket) => {
    let isLast = false;
    client.on("data", (packet) => {
      if (isDead) return;
      const text = packet.toString("latin1");
      sent.push(text);
      const counts = place !== null && (place.of?.test(text) ?? true);
      if (counts) counted++;
      const isPlace = counts && counted === place?.number;
      if (isPlace && place?.when === "before") return end();
      isLast = isPlace;
      database.write(packet);
    });
    database.on("data", (packet) => {
      if (isDead) return;
      if (isLast) return end();
      client.write(packet);
    });
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroy());
  };
  return {
    async through(databaseUrl) {
      const server = createServer((client) => pass(keep(client), keep(connect(targetOf(databaseUrl)))));
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const changed = new URL(databaseUrl);
      changed.hostname = "127.0.0.1";
      changed.port = String((server.address() as AddressInfo).port);
      for (const name of ["host", "port"]) changed.searchParams.delete(name);
      return changed.toString();
    },
    dieAt(next, then) {
      [place, die, isDead, sent, counted] = [next, then, false, [], 0];
    },
    sent: () => sent,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      await Promise.all(servers.map((server) => once(server, "close")));
    },
  };
}
