import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { environment } from "#lib/kernel/environment";
import { PageTable } from "#lib/server/routes/page-table";
import { loadRoutes, serveRoutes } from "#lib/server/routes/serve-routes";
import { webServer } from "#lib/server/web-server";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A connection on which a test says what it sends and when. */
export interface Connection {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** Returns all that came so far. */
  received(): string;
  /** Waits for the first answer's status. */
  status(): Promise<number>;
  /** Waits until the server has closed the connection, and returns all that it sent. */
  ended(): Promise<string>;
}

export interface Door {
  port: number;
  connect(): Connection;
  /** Returns the latest request. */
  latest(): IncomingMessage | null;
  stop(): Promise<void>;
}

function connectionTo(port: number): Connection {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
  });
  const closed = Promise.withResolvers<void>();
  socket.once("close", () => closed.resolve());
  // A server that closes while a test still sends may reset the connection.
  socket.on("error", () => undefined);
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    received: () => received,
    async status() {
      while (!/^HTTP\/1\.1 \d{3}/.test(received)) await Promise.race([once(socket, "data"), closed.promise]);
      return Number(received.slice(9, 12));
    },
    async ended() {
      await closed.promise;
      return received;
    },
  };
}

/**
 * Starts the web server of this process with all that hardens it and the real route files; `framework` answers what
 * Next.js would.
 */
export async function openDoor(framework: RequestListener): Promise<Door> {
  const env = environment();
  const routes = await loadRoutes(ROOT);
  const listener = serveRoutes(routes, new PageTable(ROOT), "http://127.0.0.1:3000", framework);
  const server = webServer(env, Promise.resolve(listener));
  let latest: IncomingMessage | null = null;
  server.on("request", (request: IncomingMessage) => {
    latest = request;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connect: () => connectionTo(port),
    latest: () => latest,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
