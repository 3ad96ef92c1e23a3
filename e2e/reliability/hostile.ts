import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";

const GIGABYTE = 2 ** 30;
const CHUNK = Buffer.alloc(65_536, "x");

/** A receiver that misbehaves. */
export interface Hostile {
  name: string;
  url: string;
  /** Returns the number of connections or requests that it received. */
  met(): number;
  /** Closes all connections that it holds open. */
  letGo(): void;
  stop(): Promise<void>;
}

async function listen<Kind extends Server | TcpServer>(server: Kind): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function httpHostile(name: string, act: RequestListener): Promise<Hostile> {
  let met = 0;
  const server = createHttpServer((request, response) => {
    met++;
    // Senders abort such responses.
    response.on("error", () => undefined);
    act(request, response);
  });
  // Without a timeout, a hanging receiver hangs until the sender's own timeout.
  server.requestTimeout = 0;
  const port = await listen(server);
  return {
    name,
    url: `http://127.0.0.1:${port}/hook`,
    met: () => met,
    letGo: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Starts a receiver that sends invalid bytes in a TLS handshake. */
async function wrongTls(): Promise<Hostile> {
  let met = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    met++;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", () => socket.write(Buffer.from("1603030002ffff1603", "hex")));
  });
  const port = await listen(server);
  const letGo = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    name: "speaks TLS wrongly",
    url: `https://127.0.0.1:${port}/hook`,
    met: () => met,
    letGo,
    async stop() {
      letGo();
      server.close();
      await once(server, "close");
    },
  };
}

/** Starts one receiver of each kind; the redirecting one redirects to `trap`, which no client may ever reach. */
export const startHostile = (trap: string): Promise<Hostile[]> =>
  Promise.all([
    httpHostile("hangs", (request) => request.resume()),
    httpHostile("drips a byte a second", (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 1_000);
      response.on("close", () => clearInterval(drip));
    }),
    httpHostile("returns 1 GB", (_request, response) => {
      response.writeHead(200, { "content-length": GIGABYTE });
      let left = GIGABYTE;
      const pour = () => {
        while (left > 0 && !response.destroyed) {
          left -= CHUNK.length;
          if (!response.write(CHUNK)) return;
        }
      };
      response.on("drain", pour);
      pour();
    }),
    httpHostile("resets", (request) => request.socket.resetAndDestroy()),
    httpHostile("redirects", (_request, response) => response.writeHead(302, { location: trap }).end()),
    wrongTls(),
  ]);
