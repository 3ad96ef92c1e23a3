import type { DemoCredentials } from "#lib/demo/seed";
import { readPrivateJson, writePrivateJson } from "#lib/kernel/private-file";

export const DEMO_FILE = "demo.json";

export type DemoOrganization = DemoCredentials["organizations"][number];

/** demo.json: URL and credentials of the demo (decisions §1). */
export interface DemoFile {
  base_url: string;
  console_url: string;
  organizations: DemoOrganization[];
}

/** Returns the organizations and credentials of an earlier start; empty without a seed. */
export async function keptOrganizations(dataDir: string): Promise<DemoOrganization[]> {
  return (await readPrivateJson<DemoFile>(dataDir, DEMO_FILE))?.organizations ?? [];
}

/** Writes demo.json for the console's URL. */
export async function writeDemoFile(
  dataDir: string,
  consoleUrl: string,
  organizations: DemoOrganization[],
): Promise<DemoFile> {
  const demo = { base_url: `${consoleUrl}/v1`, console_url: consoleUrl, organizations };
  await writePrivateJson(dataDir, DEMO_FILE, demo);
  return demo;
}
