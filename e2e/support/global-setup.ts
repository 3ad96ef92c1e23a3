import { startOpenIdProvider } from "#lib/testing/openid-provider";
import { newDataDir, removeDataDir, startProduct } from "./product.ts";

/** All specs are the same two people, who in a minute do more than any two would. */
const RATE_LIMIT_PER_MINUTE = "6000";

/** One product for the whole run, on a data directory and with an OpenID provider of its own. Returns what takes them away again. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.E2E_DATA_DIR = dataDir;
  // Whoever gives an email address there is signed in as its owner (organization-account.spec.ts).
  const provider = await startOpenIdProvider(`http://127.0.0.1:${process.env.E2E_PORT}/api/auth/callback/oidc`);
  try {
    const product = await startProduct({
      dataDir,
      port: Number(process.env.E2E_PORT),
      // All that it ever says is looked through at the end of what is sent to it (canary.spec.ts).
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
