import { afterEach, expect, test } from "vitest";
import { StartFailure } from "#lib/kernel/start-failure";
import { startServer } from "./server-process.ts";

const { execPath } = process;

afterEach(() => {
  process.execPath = execPath;
});

test("a server that cannot be spawned fails the start and ends nothing else", async () => {
  process.execPath = "/nowhere/node";
  const starting = startServer({
    environment: { NODE_ENV: "production" },
    logFile: null,
    graceMs: 0,
    onStart: async () => undefined,
  });
  await expect(starting).rejects.toThrow(StartFailure);
  await expect(starting).rejects.toThrow("The server process could not be started");
});
