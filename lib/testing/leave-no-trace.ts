import { afterAll, vi } from "vitest";
import { closeSingletons, SINGLETONS } from "#lib/kernel/singleton";

// Runs in front of each test file. Test files share a process, so each must leave the process as it found it.

const environment = { ...process.env };

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await closeSingletons();
  Reflect.deleteProperty(globalThis, SINGLETONS);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
