import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentsWithTables } from "./tables.ts";

// `npm run catalog`: makes the tables of the documents from the definitions; a test fails when they differ.
const DOCS = join(import.meta.dirname, "../../../docs");
const read = (document: string) => readFileSync(join(DOCS, document), "utf8");
for (const [document, text] of Object.entries(documentsWithTables(read))) writeFileSync(join(DOCS, document), text);
// The runners open a pool of connections that nothing uses here.
process.exit();
