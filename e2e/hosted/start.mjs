import { fileURLToPath } from "node:url";
import { installWhenNeeded, NODE, runToEnd } from "../../lib/launcher/install.mjs";

// `npm run demo:hosted`. Plain JavaScript for Node.js 20: this file runs before any package is installed.

const SERVER = fileURLToPath(new URL("../../lib/testing/hosted/start.ts", import.meta.url));
const installed = await installWhenNeeded({ withTools: true });
process.exitCode = installed === 0 ? await runToEnd(NODE, [SERVER, ...process.argv.slice(2)]) : installed;
