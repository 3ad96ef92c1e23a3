import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoFile } from "#lib/launcher/demo-file";
import { linkingByDemo, startPartnerDemo } from "./partner-demo.ts";

// Starts the portal and a simulated EMR beside a running demo, with the credentials of its demo.json.

const dataDir = process.env.DATA_DIR ?? ".data";

async function readDemo(): Promise<DemoFile> {
  try {
    return JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as DemoFile;
  } catch {
    throw new Error(`There is no demo.json in ${dataDir}: run npm start first, and set DATA_DIR where it did`);
  }
}

const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);

try {
  const demo = await readDemo();
  const port = Number(process.env.PARTNER_PORT ?? 4700);
  const credentials = await linkingByDemo(demo);
  const { portal, emr, practice, stop } = await startPartnerDemo(demo, dataDir, { credentials, port });
  process.stdout.write(
    `The partner's portal: ${portal.origin}\nIt shows views of ${demo.console_url}.\n` +
      `Its customers link and repair EMRs: ${portal.origin}/links\n` +
      `A simulated EMR, at which a clinic signs in: choose FHIR R4 and find "${practice}", or enter ${emr.fhir.baseUrl}\n` +
      "Done as the demo's admin and operator: its API client may link EMRs, the EMR's app is added, its directory imported.\n" +
      "Ctrl-C ends the portal and the EMR; what was linked stays.\n",
  );
  await ended;
  await stop();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
