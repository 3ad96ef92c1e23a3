import { afterAll, vi } from "vitest";
import { closeSingletons, SINGLETONS } from "#lib/kernel/singleton";

// Vitest runs this before each test file. Test files share a process, so each file resets its changes to the process at
// its end.

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
