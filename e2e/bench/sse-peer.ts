import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";

/** A server of `node:http` alone, whose every answer is a stream that stays open: the minimum cost of a stream. */
const SERVER = `
  const server = require("node:http").createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": connected\\n\\n");
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port) + "\\n"));
  process.on("message", () => {
    for (let time = 0; time < 3; time++) global.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
  });
`;

export interface SsePeer {
  open(): Promise<void>;
  /** Returns the bytes of objects and buffers after a garbage collection. */
  held(): Promise<number>;
  resident(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a process with a bare server of event streams, for comparison. */
export async function startSsePeer(): Promise<SsePeer> {
  const child: ChildProcess = spawn(process.execPath, ["--expose-gc", "-e", SERVER], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const url = `http://127.0.0.1:${Number(String(chunk))}/`;
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  return {
    open: () =>
      new Promise((resolve, reject) => {
        get(url, { agent }, (response) => response.once("data", () => resolve()).on("error", () => undefined)).on(
          "error",
          reject,
        );
      }),
    async held() {
      child.send("held");
      const [bytes] = await once(child, "message");
      return Number(bytes);
    },
    async resident() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
    },
    async stop() {
      agent.destroy();
      child.kill();
      await once(child, "exit");
    },
  };
}
