import { loginRole, urlAs } from "#lib/db/login-roles";
import { primaryUrl } from "#lib/db/primary";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment, required } from "#lib/kernel/environment";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { assertOpenable } from "#lib/security/sealing/assert-openable";
import { writeDemoFile } from "./demo-file.ts";
import { collectStatistics, isPrepared, markPrepared, preparationDigest, whileNobodyPrepares } from "./prepared.ts";

/** Progress messages to the launcher. */
export type PrepareMessage =
  | { kind: "seeding" }
  | { kind: "done"; appUrl: string; sandboxUrl: string; readUrls: string[] }
  | { kind: "failed"; reason: string };

const report = (message: PrepareMessage) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));

/**
 * Migrates as the owner, seeds an empty database as the application, and advances a demo to today (DEMO_SEED=on). Runs
 * in a separate process, so that no serving process has the owner's URL and the launcher stays small.
 */
async function prepare(): Promise<void> {
  const givenUrl = required("DATABASE_URL");
  const ownerUrl = await primaryUrl(givenUrl);
  const encryptionKey = required("ENCRYPTION_KEY");
  const seed = process.env.DEMO_SEED === "on";
  await assertOpenable(ownerUrl);
  const digest = await preparationDigest({ encryptionKey, seed });
  const isDone = () => isPrepared(ownerUrl, digest, encryptionKey);
  if (!(await isDone())) {
    await whileNobodyPrepares(ownerUrl, async () => {
      if (await isDone()) return;
      const { migrate } = await import("./migrate.ts");
      const urls = await migrate(ownerUrl, { encryptionKey });
      if (seed && (await seedWhenEmpty(urls))) await collectStatistics(ownerUrl);
      await closeSingletons();
      await markPrepared(ownerUrl, digest);
    });
  }
  const appUrl = urlAs(givenUrl, loginRole("crc_app", encryptionKey));
  const sandboxUrl = urlAs(givenUrl, loginRole("crc_sandbox", encryptionKey));
  if (seed) await bringToToday({ appUrl, sandboxUrl });
  const readUrls = environment().DATABASE_READ_URL?.map((url) => urlAs(url, loginRole("crc_app", encryptionKey))) ?? [];
  await report({ kind: "done", appUrl, sandboxUrl, readUrls });
}

function connectAs(urls: { appUrl: string; sandboxUrl: string }): void {
  process.env.APP_DATABASE_URL = urls.appUrl;
  process.env.SANDBOX_DATABASE_URL = urls.sandboxUrl;
  forgetSingleton("environment");
}

/** Advances a demo of an earlier date or version to today (decisions §10). */
async function bringToToday(urls: { appUrl: string; sandboxUrl: string }): Promise<void> {
  connectAs(urls);
  const { refreshDemo } = await import("#lib/demo/refresh");
  await refreshDemo(new Date());
}

/** Seeds the demo if it is missing. Returns whether it was. */
async function seedWhenEmpty(urls: { appUrl: string; sandboxUrl: string }): Promise<boolean> {
  connectAs(urls);
  const { isSeeded, seedDemo } = await import("#lib/demo/seed");
  if (await isSeeded()) return false;
  await report({ kind: "seeding" });
  const env = environment();
  // The credentials cannot be read back, so they are saved before the seed counts as finished.
  await seedDemo(async ({ organizations }) => {
    await writeDemoFile(env.DATA_DIR, consoleAddress(env, env.PORT), organizations);
  });
  return true;
}

try {
  await prepare();
  process.exit(0);
} catch (error) {
  // The migrator's error repeats the whole statement; its cause is PostgreSQL's error.
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  await report({ kind: "failed", reason: message || code || "unknown" });
  process.exit(1);
}
