import { fileURLToPath } from "node:url";
import { installWhenNeeded, NODE, runToEnd } from "../../lib/launcher/install.mjs";

// `npm run demo:fhir`. Plain JavaScript for Node.js 20: this file runs before any package is installed.

const installed = await installWhenNeeded({ withTools: true });
process.exitCode =
  installed === 0 ? await runToEnd(NODE, [fileURLToPath(new URL("./demo.ts", import.meta.url))]) : installed;
