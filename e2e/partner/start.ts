import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoFile } from "#lib/launcher/demo-file";
import { startPortal } from "./portal.ts";

// `npm run demo:partner` starts the portal beside a running demo, with the credentials of its demo.json.

const dataDir = process.env.DATA_DIR ?? ".data";

async function readDemo(): Promise<DemoFile> {
  try {
    return JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as DemoFile;
  } catch {
    throw new Error(`There is no demo.json in ${dataDir}: run npm start first, and set DATA_DIR where it did`);
  }
}

try {
  const demo = await readDemo();
  const organization = demo.organizations[0];
  const account = organization?.accounts[0];
  if (!organization || !account) throw new Error("The demo has no organization");
  const { client_id, client_secret } = organization;
  const portal = await startPortal({
    consoleUrl: demo.console_url,
    credentials: { client_id, client_secret, access_token: account.access_token },
    port: Number(process.env.PARTNER_PORT ?? 4700),
  });
  process.stdout.write(
    `The partner's portal: ${portal.origin}\nIt shows views of ${demo.console_url}. Ctrl-C ends it.\nIts customers link and repair EMRs: ${portal.origin}/links. First switch it on, as an admin: Integrations, API clients, "Let it link EMRs".\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
