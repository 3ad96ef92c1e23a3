import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A load balancer before several web processes: a port that passes connections to the available ones in turn. */
export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

/** Pipes a connection to the first port that accepts it. Closes the connection if none does. */
function pass(caller: Socket, ports: number[]): void {
  const [port, ...others] = ports;
  if (port === undefined) {
    caller.destroy();
    return;
  }
  const server = connect(port, "127.0.0.1");
  const refused = () => pass(caller, others);
  server.once("error", refused);
  server.once("connect", () => {
    server.off("error", refused);
    server.on("error", () => caller.destroy());
    server.on("close", () => caller.destroy());
    caller.on("close", () => server.destroy());
    caller.pipe(server).pipe(caller);
  });
}

/** Starts a balancer on a free port; `ports` is called for each connection. */
export async function startBalancer(ports: () => number[]): Promise<Balancer> {
  const callers = new Set<Socket>();
  let turn = 0;
  const server = createServer((caller) => {
    callers.add(caller);
    caller.on("error", () => undefined);
    caller.once("close", () => callers.delete(caller));
    const all = ports();
    const first = turn++ % Math.max(1, all.length);
    pass(caller, [...all.slice(first), ...all.slice(0, first)]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const caller of callers) caller.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
