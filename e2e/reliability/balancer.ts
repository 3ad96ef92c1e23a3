import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What stands before several web processes: a port whose connections go to those of them that take any, in turn. */
export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

/** The first port that takes a connection, and then a plain pipe both ways; where none does, the caller is cut off. */
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

/** Starts one on a free port; `ports` are asked for at each connection. */
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
