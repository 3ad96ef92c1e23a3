import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { wholeBody } from "./arriving-body.ts";

/** Connections that wait for their client, by its address. Of one address, the one that waits longest is the first. */
class WaitingConnections {
  readonly #byAddress = new Map<string, Set<Socket>>();
  /** Known for as long as the connection is open; a closed one forgets its address. */
  readonly #addresses = new WeakMap<Socket, string>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? socket.remoteAddress ?? "";
    this.#addresses.set(socket, address);
    const own = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, own);
    if (own.has(socket)) return;
    own.add(socket);
    this.#count += 1;
  }

  remove(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? "";
    const own = this.#byAddress.get(address);
    if (!own?.delete(socket)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byAddress.delete(address);
  }

  /** Returns the connection that waits longest of the address that has most of them. */
  longest(): Socket | undefined {
    let most: Set<Socket> | undefined;
    for (const own of this.#byAddress.values()) if (own.size > (most?.size ?? 0)) most = own;
    return most?.values().next().value;
  }
}

/**
 * Limits how many connections of a server wait for their client: for a head, for the rest of a body, or for another
 * request. Above `most`, the address with most of them loses the one that waits longest, so that idle and slow clients
 * keep no other one away. A request that is whole is at work, however long its answer takes.
 */
export function limitWaiting(server: Server, most: number): void {
  const waiting = new WaitingConnections();
  const atWork = new Map<Socket, number>();
  const wait = (socket: Socket) => {
    waiting.add(socket);
    if (waiting.count > most) waiting.longest()?.destroy();
  };
  const work = (socket: Socket, response: ServerResponse) => {
    if (socket.destroyed || response.closed) return;
    atWork.set(socket, (atWork.get(socket) ?? 0) + 1);
    waiting.remove(socket);
    response.once("close", () => {
      const left = (atWork.get(socket) ?? 1) - 1;
      if (left > 0) atWork.set(socket, left);
      else atWork.delete(socket);
      if (left === 0 && !socket.destroyed) wait(socket);
    });
  };
  server.on("connection", (socket: Socket) => {
    wait(socket);
    socket.once("close", () => waiting.remove(socket));
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const whole = wholeBody(request);
    if (whole) void whole.then(() => work(socket, response));
    else work(socket, response);
  });
}
