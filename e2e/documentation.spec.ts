import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DemoFile } from "#lib/launcher/demo-file";
import { startFakeReceiver } from "#lib/testing/fake-receiver";
import { readApi } from "./support/api.ts";
import { apiHeaders } from "./support/credentials.ts";
import { expect, test } from "./support/test.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENTED_CONSOLE = "http://127.0.0.1:3000";
const DOCUMENTED_RECEIVER = "http://127.0.0.1:9400";

/** Origin that an example of the documentation registers. */
const DOCUMENTED_ORIGIN = "https://portal.example";

const run = promisify(execFile);

/** Every fenced `sh` block that calls the running product, with its document. */
const examples = globSync(["README.md", "docs/*.md"], { cwd: ROOT })
  .sort()
  .flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
      .map(([, script = ""]) => ({ path, script }))
      .filter(({ script }) => script.includes(DOCUMENTED_CONSOLE)),
  );

/** Returns the token of the runner's route, which the demo generates. */
function runnerToken(): string {
  const secrets = readFileSync(join(process.env.E2E_DATA_DIR ?? "", "secrets.json"), "utf8");
  return (JSON.parse(secrets) as { RUNNER_TOKEN: string }).RUNNER_TOKEN;
}

/** Deletes the origin that an example registered, so that no other test finds it. */
async function deleteOrigin(demo: DemoFile): Promise<void> {
  const { embed_origins } = await readApi<{ embed_origins: { id: string; origin: string }[] }>(demo, "/embed/origins");
  const registered = embed_origins.find(({ origin }) => origin === DOCUMENTED_ORIGIN);
  if (!registered) return;
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  await fetch(`${demo.base_url}/embed/origins/${registered.id}`, { method: "DELETE", headers, body: "{}" });
}

test("every curl of the README and of docs/ succeeds as written", async ({ demo }) => {
  expect(examples.map(({ path }) => path)).toContain("README.md");
  const receiver = await startFakeReceiver();
  receiver.expectSigned(demo.organizations[0]?.webhook_secret ?? "");
  const { client_id, client_secret, access_token } = apiHeaders(demo);
  const env = {
    ...process.env,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
    ACCESS_TOKEN: access_token,
    RUNNER_TOKEN: runnerToken(),
  };
  try {
    for (const { path, script } of examples) {
      const command = script
        .replaceAll(DOCUMENTED_CONSOLE, demo.console_url)
        .replaceAll(DOCUMENTED_RECEIVER, receiver.url)
        .replaceAll("curl -sS", "curl -sS --fail-with-body");
      await test.step(`${path}: ${script.split("\n")[0]}`, () => run("bash", ["-ec", command], { env }));
    }
    const event = await receiver.waitFor(({ body }) => (body as { type?: string }).type === "payment.created");
    expect(event.isSigned).toBe(true);
  } finally {
    await deleteOrigin(demo);
    await receiver.stop();
  }
});
