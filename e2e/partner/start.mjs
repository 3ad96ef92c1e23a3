import { fileURLToPath } from "node:url";
import { installWhenNeeded, NODE, runToEnd } from "../../lib/launcher/install.mjs";

// `npm run demo:partner`. Plain JavaScript for Node.js 20: this file runs before the tools of the tests are installed.

const installed = await installWhenNeeded({ withTools: true });
process.exitCode =
  installed === 0 ? await runToEnd(NODE, [fileURLToPath(new URL("./start.ts", import.meta.url))]) : installed;
