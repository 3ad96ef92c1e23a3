import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port that passes connections on to another, until it is cut: then both sides stay open and receive nothing. */
export interface Wire {
  port: number;
  cut(): void;
  /** Passes new connections on again; those that were cut end. */
  heal(): void;
  stop(): Promise<void>;
}

/** Opens a wire to a port of this machine. */
export async function openWire(target: () => number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((caller) => {
    keep(caller);
    if (isCut) return;
    const called = keep(connect(target(), "127.0.0.1"));
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (packet) => isCut || to.write(packet));
      from.on("close", () => isCut || to.destroy());
    };
    pass(caller, called);
    pass(called, caller);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    heal() {
      isCut = false;
      endAll();
    },
    async stop() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
