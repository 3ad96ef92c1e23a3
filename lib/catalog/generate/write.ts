import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { registries } from "./registries.ts";

// `npm run catalog`: makes the registries from the folders of lib/resources; a test fails when they differ.
for (const [path, text] of Object.entries(await registries())) {
  writeFileSync(join(import.meta.dirname, "../..", path), text);
}
// The runners open a pool of connections that nothing uses here.
process.exit();
