import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./support/test.ts";

const run = promisify(execFile);

/** An app of an integrator: hears the stream, posts a payment, and waits for the payment's own event. */
const APP = `
import { createClient } from "@clinical-records/client";
const client = createClient(JSON.parse(process.env.CLIENT));
const events = client.events({ signal: AbortSignal.timeout(50_000) });
const first = events.next();
const patient = (await client.patients.list({ limit: 1 })).patients[0];
const { settings } = await client.settings.get();
const location = (await client.locations.each().next()).value;
const { payment_id } = await client.payments.create({
  patient_mrn: patient.mrn, payment_method: settings.payment_methods[0].name,
  reference_number: "CLIENT-1", location: location.emr_id, amount: 12.5,
});
const heard = (message) => message?.kind === "event" && message.event.data.payment_id === payment_id;
let message = (await first).value;
while (message && !heard(message)) message = (await events.next()).value;
console.log(JSON.stringify(message.event));
await events.return();
`;

test("an app installs the client from the running deployment, posts a payment and hears its event", async ({
  demo,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "crc-app-"));
  try {
    const named = await (await fetch(`${demo.console_url}/client`)).json();
    expect(named.url).toMatch(/\/client\/\d+\.\d+\.\d+-[0-9a-f]{16}\.tgz$/);
    await writeFile(join(folder, "package.json"), '{"type":"module","private":true}');
    await run("npm", ["install", named.url, "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
    await writeFile(join(folder, "app.js"), APP);
    const [organization] = demo.organizations;
    const { client_id, client_secret, accounts } = organization ?? { accounts: [] };
    const credentials = { client_id, client_secret, access_token: accounts[0]?.access_token };
    const env = { ...process.env, CLIENT: JSON.stringify({ baseUrl: demo.base_url, credentials }) };
    const { stdout } = await run(process.execPath, ["app.js"], { cwd: folder, env });
    expect(JSON.parse(stdout)).toMatchObject({ type: "payment.created", data: { reference_number: "CLIENT-1" } });
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
