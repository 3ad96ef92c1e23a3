import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { OAuthClient } from "./oauth-server.ts";

const PROGRAM = fileURLToPath(new URL("./oauth-process.ts", import.meta.url));

/** Starts an OAuth server in a process of its own, whose clock differs from this machine's by an offset in milliseconds. */
export async function startSkewedOAuthServer(
  offsetMs: number,
  clients: OAuthClient[],
): Promise<{ tokenUrl: string; stop(): void }> {
  const child = fork(PROGRAM, {
    env: { ...process.env, CLOCK_OFFSET_MS: String(offsetMs), CLIENTS: JSON.stringify(clients) },
    execArgv: [],
    stdio: "ignore",
  });
  const [{ tokenUrl }] = (await once(child, "message")) as [{ tokenUrl: string }];
  return { tokenUrl, stop: () => void child.kill() };
}
