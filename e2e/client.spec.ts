import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { oldestNode } from "#lib/testing/oldest-node";
import { documentedCode } from "./support/documented-code.ts";
import { expect, test } from "./support/test.ts";

const run = promisify(execFile);

/** The app of docs/client.md. */
const [documentedApp] = documentedCode("client.md", "js");

/** Returns the environment that docs/client.md makes, in a folder where `npm start` has put its `.data`. */
async function documentedEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const [exports = ""] = documentedCode("client.md", "");
  await symlink(process.env.E2E_DATA_DIR ?? "", join(folder, ".data"));
  const { stdout } = await run("bash", ["-ec", `${exports}\nnode -p 'JSON.stringify(process.env)'`], { cwd: folder });
  return JSON.parse(stdout);
}

/** Reads the account's stream from before the payment on, and prints the payment's own event. */
const STREAM_APP = `
import { createClient } from "@clinical-records/client";
const { RECORDS_URL, CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN } = process.env;
const credentials = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, access_token: ACCESS_TOKEN };
const client = createClient({ baseUrl: RECORDS_URL, credentials });
const events = client.events({ signal: AbortSignal.timeout(50_000) });
const first = events.next();
const [patient, location] = [client.patients.each({ limit: 1 }), client.locations.each()];
const { settings } = await client.settings.get();
const { payment_id } = await client.payments.create({
  patient_mrn: (await patient.next()).value.mrn, payment_method: settings.payment_methods[0].name,
  reference_number: "STREAM-1", location: (await location.next()).value.emr_id, amount: 12.5,
});
const heard = (message) => message?.kind === "event" && message.event.data.payment_id === payment_id;
let message = (await first).value;
while (message && !heard(message)) message = (await events.next()).value;
console.log(JSON.stringify(message.event));
await events.return();
`;

test("an app installs the client from the running deployment, posts a payment and hears its webhook and its event", async ({
  demo,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "crc-app-"));
  try {
    const named = await (await fetch(`${demo.console_url}/client`)).json();
    expect(named.url).toMatch(/\/client\/\d+\.\d+\.\d+-[0-9a-f]{16}\.tgz$/);
    await writeFile(join(folder, "package.json"), '{"type":"module","private":true}');
    await run("npm", ["install", named.url, "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
    const env = await documentedEnvironment(folder);
    const printed = async (app: string) => {
      await writeFile(join(folder, "app.js"), app);
      return (await run(oldestNode().path, ["app.js"], { cwd: folder, env, timeout: 55_000 })).stdout;
    };
    expect(await printed(documentedApp ?? "")).toMatch(
      /^Accepted as payment [0-9a-f]{32}, job \d+\nThe EMR holds it as TXN-\d+\n$/,
    );
    const event = JSON.parse(await printed(STREAM_APP));
    expect(event).toMatchObject({ type: "payment.created", data: { reference_number: "STREAM-1" } });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a package's address keeps its bytes, caches may keep it, and an address that was never named is 404", async ({
  demo,
}) => {
  const named = await (await fetch(`${demo.console_url}/client`)).json();
  const first = await fetch(named.url);
  expect(first.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(Buffer.from(await (await fetch(named.url)).arrayBuffer()).equals(bytes)).toBe(true);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-512", bytes)).toString("base64");
  expect(named.integrity).toBe(`sha512-${digest}`);
  const other = await fetch(`${demo.console_url}/client/0.0.1-0123456789abcdef.tgz`);
  expect([other.status, await other.json()]).toEqual([404, { success: false, message: "Package not found" }]);
});
