import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registries } from "./registries.ts";

// `npm run catalog`: makes the registries from the folders of lib/resources, and the tables of the documents from the definitions;
// a test fails when they differ.
const ROOT = join(import.meta.dirname, "../../..");
for (const [path, text] of Object.entries(await registries())) writeFileSync(join(ROOT, "lib", path), text);

// Loaded only now: the tables read the registries.
const { documentsWithTables } = await import("./tables.ts");
const read = (document: string) => readFileSync(join(ROOT, "docs", document), "utf8");
for (const [document, text] of Object.entries(documentsWithTables(read))) {
  writeFileSync(join(ROOT, "docs", document), text);
}
// The runners open a pool of connections that nothing uses here.
process.exit();
