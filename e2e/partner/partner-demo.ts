import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DemoFile } from "#lib/launcher/demo-file";
import { asAdmin } from "../support/as-admin.ts";
import { type Portal, type PortalOptions, startPortal } from "./portal.ts";
import { type SimulatedEmr, startSimulatedEmr } from "./simulated-emr.ts";

const DIRECTORY_COMMAND = fileURLToPath(new URL("../../lib/cli/emr-directory.ts", import.meta.url));
/** As the vendor of the simulated EMR publishes it. */
const PUBLISHER = "Simulated EMRs";
const PRACTICE = "Lakeside Clinic (simulated)";

/** A partner's portal beside a demo, and a simulated EMR that its customers link there. */
export interface PartnerDemo {
  portal: Portal;
  emr: SimulatedEmr;
  /** Name of the practice under which the EMR is found. */
  practice: string;
  stop(): Promise<void>;
}

/** Has the operator's command change the directory in which customers find their EMR. */
const changeDirectory = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [DIRECTORY_COMMAND, ...args], {
    // The EMR is on this machine.
    env: { ...process.env, DATA_DIR: dataDir, EMR_PRIVATE_TARGETS: "127.0.0.0/8" },
  });

/** Publishes the EMR's address, as vendors do, and imports it. */
async function publish(dataDir: string, address: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "crc-directory-"));
  const organization = {
    resourceType: "Organization",
    id: "lakeside",
    name: PRACTICE,
    address: [{ city: "Duluth", state: "MN" }],
    endpoint: [{ reference: "Endpoint/lakeside" }],
  };
  const endpoint = { resourceType: "Endpoint", id: "lakeside", status: "active", address };
  const entry = [organization, endpoint].map((resource) => ({ resource }));
  try {
    await writeFile(join(folder, "endpoints.json"), JSON.stringify({ resourceType: "Bundle", entry }));
    await changeDirectory(dataDir, "import", join(folder, "endpoints.json"), "--name", PUBLISHER);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lets the demo's own API client link EMRs, as its admin does. Returns its credentials. */
export async function linkingByDemo(demo: DemoFile): Promise<PortalOptions["credentials"]> {
  const organization = demo.organizations[0];
  const account = organization?.accounts[0];
  if (!organization || !account) throw new Error("The demo has no organization");
  const { client_id, client_secret } = organization;
  const ask = await asAdmin(demo);
  const { api_clients: clients } = await ask<{ api_clients: { id: string; client_id: string }[] }>(
    "GET",
    "/api-clients",
  );
  const client = clients.find((each) => each.client_id === client_id);
  if (!client) throw new Error("The demo has no API client");
  await ask("PATCH", `/api-clients/${client.id}`, { may_link: true });
  return { client_id, client_secret, access_token: account.access_token };
}

/**
 * Starts a simulated EMR and the portal of an API client that may link, and does once what an admin and the operator do: the EMR's
 * app is added, and its directory is imported. What was linked stays when it ends.
 */
export async function startPartnerDemo(
  demo: DemoFile,
  dataDir: string,
  { credentials, port }: Pick<PortalOptions, "credentials" | "port">,
): Promise<PartnerDemo> {
  const ask = await asAdmin(demo);
  const emr = await startSimulatedEmr(demo.console_url, true);
  try {
    const { emr_app: app } = await ask<{ emr_app: { id: string } }>("POST", "/emr-apps", emr.app);
    await publish(dataDir, emr.fhir.baseUrl);
    const portal = await startPortal({ consoleUrl: demo.console_url, credentials, port });
    return {
      portal,
      emr,
      practice: PRACTICE,
      async stop() {
        portal.server.close();
        portal.server.closeAllConnections();
        await changeDirectory(dataDir, "remove", PUBLISHER);
        await ask("DELETE", `/emr-apps/${app.id}`, {});
        await emr.stop();
      },
    };
  } catch (error) {
    await emr.stop();
    throw error;
  }
}
