import { newDataDir, removeDataDir, startProduct } from "../support/product.ts";
import { line, spread } from "./report.ts";

const LATER_STARTS = 5;

/** Starts the product once on `dataDir` and stops it. Returns the seconds until it was ready. */
async function secondsOfStart(dataDir: string): Promise<number> {
  const asked = performance.now();
  const product = await startProduct({ dataDir });
  const seconds = (performance.now() - asked) / 1_000;
  await product.stop();
  return seconds;
}

/** Times the first start on an empty data directory, and the later ones, which reuse its data; both reuse the build. */
export async function starts(): Promise<string> {
  const dataDir = await newDataDir();
  try {
    const first = await secondsOfStart(dataDir);
    const later: number[] = [];
    for (let count = 0; count < LATER_STARTS; count++) later.push(await secondsOfStart(dataDir));
    return [
      "Start, in seconds until ready\n",
      line("first, with database and demo", first.toFixed(1)),
      line(`later, median of ${LATER_STARTS}`, spread(later, 1)),
    ].join("");
  } finally {
    await removeDataDir(dataDir);
  }
}
