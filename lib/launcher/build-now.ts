import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.ts";
import { step } from "./progress.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

// Used by `npm run build` and `npm test`: builds unless the build is current, so that the next start need not.
try {
  if (await isBuilt(ROOT)) process.stdout.write("The build is up to date\n");
  else await step("Building the console", () => build(ROOT, () => undefined));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
