import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loginRole, urlAs } from "#lib/db/login-roles";
import type { Environment } from "#lib/kernel/environment";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { StartFailure } from "#lib/kernel/start-failure";
import { deploymentSecrets } from "#lib/launcher/secrets";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Signs in with the application's role, which may do no more than the product. */
function connectAt(ownerUrl: string, encryptionKey: string): void {
  process.env.APP_DATABASE_URL = urlAs(ownerUrl, loginRole("crc_app", encryptionKey));
  process.env.ENCRYPTION_KEY = encryptionKey;
  forgetSingleton("environment");
}

/**
 * Runs `work` on the deployment's database, beside the product or without it; an embedded one is started unless the
 * product runs. Throws a StartFailure if there is none.
 */
export async function onDatabase<Result>(env: Environment, work: () => Promise<Result>): Promise<Result> {
  if (env.DATABASE_URL) {
    if (!env.ENCRYPTION_KEY) throw new StartFailure("ENCRYPTION_KEY must be set");
    connectAt(env.DATABASE_URL, env.ENCRYPTION_KEY);
    return work().finally(closeSingletons);
  }
  const dataDir = resolve(ROOT, env.DATA_DIR);
  if (!existsSync(join(dataDir, "secrets.json"))) throw new StartFailure(`There is no data in ${dataDir}`);
  const { ENCRYPTION_KEY } = await deploymentSecrets(env, dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    connectAt(server.url, ENCRYPTION_KEY);
    return await work().finally(closeSingletons);
  } finally {
    if (!server.adopted) await server.stop();
  }
}
