import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Requests in flight get this long once the server closes. */
const DRAIN_MS = 5_000;

/** Closes a server, once `grace` has resolved. */
export type Drain = (grace?: Promise<unknown>) => Promise<void>;

/**
 * Tracks a server's connections from its start and returns a function that closes it. During the grace everything is
 * answered, and each answer ends its connection, so that no proxy sends a request into a connection that closes at that
 * moment. Closing accepts no further connection, ends each connection as soon as no request uses it, and cuts the rest
 * after five seconds. The server's own close would wait for connections that browsers opened ahead of need.
 */
export function drainable(server: Server): Drain {
  const requests = new Map<Socket, number>();
  let ending = false;
  let draining = false;
  const release = (socket: Socket) => {
    if (draining && requests.get(socket) === 0) socket.destroy();
  };
  server.on("connection", (socket) => {
    requests.set(socket, 0);
    socket.once("close", () => requests.delete(socket));
    release(socket);
  });
  // First of all listeners, since another one may answer at once.
  server.prependListener("request", ({ socket }, response) => {
    if (ending) response.setHeader("connection", "close");
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const open = requests.get(socket);
      if (open === undefined) return;
      requests.set(socket, open - 1);
      release(socket);
    });
  });
  return async (grace) => {
    ending = true;
    await grace;
    draining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of requests.keys()) release(socket);
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(deadline);
  };
}
