import { startOpenIdProvider } from "#lib/testing/openid-provider";
import { newDataDir, removeDataDir, startProduct } from "./product.ts";

/** All specs share two users, who together exceed the default limit. */
const RATE_LIMIT_PER_MINUTE = "6000";

/**
 * Starts one product for the whole run, with a new data directory and an OpenID provider. Returns a function that stops
 * and removes them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.E2E_DATA_DIR = dataDir;
  // The provider signs in any email address that is entered (organization-account.spec.ts).
  const provider = await startOpenIdProvider(`http://127.0.0.1:${process.env.E2E_PORT}/api/auth/callback/oidc`);
  try {
    const product = await startProduct({
      dataDir,
      port: Number(process.env.E2E_PORT),
      // canary.spec.ts searches the complete log.
      variables: { RATE_LIMIT_PER_MINUTE, LOG_LEVEL: "trace", ...provider.variables },
    });
    return async () => {
      await product.stop();
      await provider.stop();
      await removeDataDir(dataDir);
    };
  } catch (error) {
    await provider.stop();
    await removeDataDir(dataDir);
    throw error;
  }
}
