import type { DemoCredentials } from "#lib/demo/seed";
import { readPrivateJson, writePrivateJson } from "#lib/kernel/private-file";

export const DEMO_FILE = "demo.json";

export type DemoOrganization = DemoCredentials["organizations"][number];

/** demo.json: where the demo answers, and every credential in it (decisions §1). */
export interface DemoFile {
  base_url: string;
  console_url: string;
  organizations: DemoOrganization[];
}

/** The credentials of an earlier start; none where there was no seed. */
export async function keptOrganizations(dataDir: string): Promise<DemoOrganization[]> {
  return (await readPrivateJson<DemoFile>(dataDir, DEMO_FILE))?.organizations ?? [];
}

/** Writes demo.json for a console at `consoleUrl`. */
export async function writeDemoFile(
  dataDir: string,
  consoleUrl: string,
  organizations: DemoOrganization[],
): Promise<DemoFile> {
  const demo = { base_url: `${consoleUrl}/v1`, console_url: consoleUrl, organizations };
  await writePrivateJson(dataDir, DEMO_FILE, demo);
  return demo;
}
