import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type Portal, startPortal } from "../partner/portal.ts";
import { apiHeaders } from "./credentials.ts";

const run = promisify(execFile);
const PACKAGES = fileURLToPath(new URL("../../node_modules", import.meta.url));

const html = (origin: string): string => `<!doctype html>
<html lang="en" data-console="${origin}">
  <head><meta charset="utf-8" /><title>Partner portal</title></head>
  <body><div id="places"></div><script type="module" src="/portal.js"></script></body>
</html>`;

/** Installs the client that a deployment serves in a folder, as a partner does. */
async function install(demo: DemoFile, folder: string): Promise<void> {
  const { url } = (await (await fetch(`${demo.console_url}/client`)).json()) as { url: string };
  await writeFile(join(folder, "package.json"), '{"type":"module","private":true}');
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=peer"];
  await run("npm", ["install", url, ...options], { cwd: folder });
}

/** Starts a partner's portal whose page is a script, bundled with the client that the deployment serves. */
export async function startClientPage(demo: DemoFile, script: URL): Promise<Portal> {
  const folder = await mkdtemp(join(tmpdir(), "crc-page-"));
  try {
    await install(demo, folder);
    const entry = join(folder, basename(script.pathname));
    await writeFile(entry, await readFile(script));
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      jsx: "automatic",
      nodePaths: [PACKAGES],
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(demo);
    return await startPortal({
      consoleUrl: demo.console_url,
      credentials: { client_id, client_secret, access_token },
      port: 0,
      page: { html: html(demo.console_url), script: outputFiles[0]?.text ?? "" },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
