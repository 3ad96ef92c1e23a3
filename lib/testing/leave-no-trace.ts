import { afterAll, vi } from "vitest";
import { closeSingletons, SINGLETONS } from "#lib/kernel/singleton";

// Vitest runs this before each test file. Test files share a process, so each file resets its changes to the process at
// its end.

const ENVIRONMENT = Symbol.for("clinical-records-console.test-environment");
const shared = globalThis as { [ENVIRONMENT]?: NodeJS.ProcessEnv };

// The variables of the process before its first test file.
shared[ENVIRONMENT] ??= { ...process.env };
const environment = shared[ENVIRONMENT];

async function resetProcess(): Promise<void> {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await closeSingletons();
  Reflect.deleteProperty(globalThis, SINGLETONS);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

// Vitest loads a file whose tests are all left out, but runs none of its hooks.
await resetProcess();
afterAll(resetProcess);
