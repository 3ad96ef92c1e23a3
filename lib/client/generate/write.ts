import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatted } from "./formatted.ts";
import { generatedFiles } from "./generated.ts";

// `npm run client`: makes the generated files of the package from the definitions; a test fails when they differ.
for (const [name, text] of Object.entries(generatedFiles())) {
  writeFileSync(fileURLToPath(new URL(`../package/${name}`, import.meta.url)), formatted(name, text));
}
// The definitions open a pool of connections that nothing uses here.
process.exit();
