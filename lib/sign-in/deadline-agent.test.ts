import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deadlineAgent } from "./deadline-agent.ts";

/** Answers completely, never, or at once and then a little every 20 ms without an end. */
const server = createServer((request, response) => {
  if (request.url === "/whole") return void response.end("whole");
  if (request.url === "/silent") return;
  const drip = setInterval(() => response.write("."), 20);
  response.on("close", () => clearInterval(drip));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function read(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const asked = get({ host: "127.0.0.1", port, path, agent: deadlineAgent("http:", 300) });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return Buffer.concat(await answer.toArray()).toString();
}

it.each(["/silent", "/drip"])("aborts an endless response: %s", async (path) => {
  const since = performance.now();
  await expect(read(path)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(performance.now() - since).toBeGreaterThan(250);
  expect(performance.now() - since).toBeLessThan(5_000);
});

it("passes a complete response on", async () => expect(await read("/whole")).toBe("whole"));
