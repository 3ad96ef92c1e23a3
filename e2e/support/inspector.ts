import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const OPENS_WITHIN_MS = 10_000;

/** Sends a command of the Chrome DevTools Protocol. Returns its result. */
export type Ask = <Result>(method: string, params?: object) => Promise<Result>;

export interface Inspector {
  ask: Ask;
  close(): void;
}

/** Connects to the inspector, which opens shortly after the request for it. */
async function connect(port: number): Promise<WebSocket> {
  const until = Date.now() + OPENS_WITHIN_MS;
  for (;;) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
        { webSocketDebuggerUrl: string },
      ];
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await once(socket, "open");
      return socket;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
    }
  }
}

/** Opens the inspector of a process whose `--inspect-port` is known. */
export async function inspect(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, "SIGUSR1");
  const socket = await connect(port);
  let asked = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return {
    ask: <Result>(method: string, params: object = {}) =>
      new Promise<Result>((resolve) => {
        const id = ++asked;
        waiting.set(id, (result) => resolve(result as Result));
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
