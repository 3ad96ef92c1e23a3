import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { registries } from "./registries.ts";

// `npm run catalog`: makes the registries from the folders of lib/resources; a test fails when they differ.
const ROOT = join(import.meta.dirname, "../../..");
for (const [path, text] of Object.entries(await registries())) writeFileSync(join(ROOT, "lib", path), text);
