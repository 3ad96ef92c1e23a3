import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { registries } from "./registries.ts";

// `npm run catalog`: makes the registries and the routes from the folders of lib/resources; a test fails when they differ.
const ROOT = join(import.meta.dirname, "../../..");
for (const [path, text] of Object.entries(await registries())) {
  mkdirSync(join(ROOT, dirname(path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
