import { arch, cpus, loadavg, totalmem } from "node:os";
import { newDataDir, type Product, removeDataDir, startProduct } from "../support/product.ts";
import { accepting } from "./accepting.ts";
import { changeBurst } from "./burst.ts";
import { consoleFeel } from "./console.ts";
import { operationCost } from "./cost.ts";
import { embeddedViews } from "./embedded.ts";
import { fhirWays } from "./fhir-ways.ts";
import { freshness } from "./freshness.ts";
import { growth } from "./growth.ts";
import { heldTransaction } from "./held.ts";
import { webhookLatency } from "./latency.ts";
import { memory } from "./memory.ts";
import { patientNames } from "./names.ts";
import { readRates } from "./reads.ts";
import { replicaReads } from "./replicas.ts";
import { severalProcesses } from "./several.ts";
import { storedSizes } from "./sizes.ts";
import { starts } from "./start.ts";
import { streamCost } from "./stream.ts";
import { wholeOperations } from "./whole.ts";
import { wrapperCost } from "./wrapper.ts";

const SECTIONS: Record<string, (product: Product) => Promise<string>> = {
  start: starts,
  reads: readRates,
  replicas: replicaReads,
  wrapper: wrapperCost,
  webhooks: webhookLatency,
  stream: streamCost,
  console: consoleFeel,
  embedded: embeddedViews,
  accepting,
  whole: wholeOperations,
  cost: operationCost,
  several: severalProcesses,
  held: heldTransaction,
  memory,
  growth,
};

/** Sections that run the product's code in this process, on a database of their own. */
const ALONE: Record<string, () => Promise<string>> = {
  ways: fhirWays,
  names: patientNames,
  freshness,
  burst: changeBurst,
  sizes: storedSizes,
};

const loadNow = () => `load ${loadavg()[0]?.toFixed(1)}`;

/**
 * Runs every section, or those named on the command line, on one product. Each prints its figures beside a baseline.
 */
async function bench(): Promise<void> {
  const asked = process.argv.slice(2);
  const names = [...Object.keys(SECTIONS), ...Object.keys(ALONE)];
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No such section: ${unknown.join(", ")}; there are ${names}`);
  const [processor] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  process.stdout.write(`${cpus().length} × ${processor?.model ?? arch()}, ${memory} GiB, Node ${process.version}\n`);
  const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);
  for (const [name, section] of Object.entries(ALONE)) if (isAsked(name)) process.stdout.write(`\n${await section()}`);
  if (!Object.keys(SECTIONS).some(isAsked)) return;
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    for (const [name, section] of Object.entries(SECTIONS)) {
      if (!isAsked(name)) continue;
      const before = loadNow();
      process.stdout.write(`\n${await section(product)}${before} before, ${loadNow()} after\n`);
    }
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}

await bench();
