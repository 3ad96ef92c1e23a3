import { newDataDir, removeDataDir, startProduct } from "./product.ts";

/** All specs are the same two people, who in a minute do more than any two would. */
const RATE_LIMIT_PER_MINUTE = "6000";

/** One product for the whole run, on a data directory of its own. Returns what takes both away again. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.E2E_DATA_DIR = dataDir;
  try {
    const product = await startProduct({
      dataDir,
      port: Number(process.env.E2E_PORT),
      // All that it ever says is looked through at the end of what is sent to it (canary.spec.ts).
      variables: { RATE_LIMIT_PER_MINUTE, LOG_LEVEL: "trace" },
    });
    return async () => {
      await product.stop();
      await removeDataDir(dataDir);
    };
  } catch (error) {
    await removeDataDir(dataDir);
    throw error;
  }
}
