import { newDataDir, removeDataDir, startProduct } from "./product.ts";

/** One product for the whole run, on a data directory of its own. Returns what takes both away again. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.E2E_DATA_DIR = dataDir;
  try {
    const product = await startProduct({ dataDir, port: Number(process.env.E2E_PORT) });
    return async () => {
      await product.stop();
      await removeDataDir(dataDir);
    };
  } catch (error) {
    await removeDataDir(dataDir);
    throw error;
  }
}
