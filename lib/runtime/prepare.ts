import { required } from "./environment.ts";
import { closeSingletons } from "./singleton.ts";

/** What the launcher is told, step by step. */
export type PrepareMessage =
  | { kind: "seeding" }
  | { kind: "done"; appUrl: string; sandboxUrl: string; organizations: DemoOrganization[] | null }
  | { kind: "failed"; reason: string };

/** One organization of the demo, with the credentials that can't be read from the database again. */
export interface DemoOrganization {
  name: string;
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  accounts: { name: string; emr_type: string; access_token: string; access_token_reference_id: string }[];
  users: { email: string; password: string; role: string }[];
}

const tell = (message: PrepareMessage) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));

/**
 * Migrates as the owner, and seeds an empty database as the application (DEMO_SEED=on). A process of its own, so
 * that the owner's address is in no process that serves, and the launcher stays small.
 */
async function prepare(): Promise<void> {
  const { migrate } = await import("#lib/db/migrate");
  const urls = await migrate(required("DATABASE_URL"), { encryptionKey: required("ENCRYPTION_KEY") });
  process.env.APP_DATABASE_URL = urls.appUrl;
  process.env.SANDBOX_DATABASE_URL = urls.sandboxUrl;
  const organizations = process.env.DEMO_SEED === "on" ? await seedWhenEmpty() : null;
  await closeSingletons();
  await tell({ kind: "done", ...urls, organizations });
}

async function seedWhenEmpty(): Promise<DemoOrganization[] | null> {
  const { forgetSingleton } = await import("./singleton.ts");
  forgetSingleton("environment");
  const { isSeeded, seedDemo } = await import("#lib/seed/seed");
  if (await isSeeded()) return null;
  await tell({ kind: "seeding" });
  return (await seedDemo()).organizations;
}

try {
  await prepare();
  process.exit(0);
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  await tell({ kind: "failed", reason: message || code || "unknown" });
  process.exit(1);
}
