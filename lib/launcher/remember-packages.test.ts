import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { REMEMBER_PACKAGES } from "./server-process.ts";

const MODULES = ["lib/db/schema.ts", "lib/queue/on-queue.ts"];

/** Loads parts of the application in a new process. Returns what they export, and the tables of the schema. */
async function load(flags: string[]): Promise<unknown> {
  const urls = MODULES.map((path) => new URL(`../../${path}`, import.meta.url).href);
  const code = `
    import { is } from "drizzle-orm";
    import { PgTable } from "drizzle-orm/pg-core";
    const modules = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));
    const tables = Object.values(modules[0]).filter((each) => is(each, PgTable) && each instanceof PgTable);
    console.log(JSON.stringify({ names: modules.map(Object.keys), tables: tables.length }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--input-type=module", "--eval", code]);
  return JSON.parse(stdout);
}

it("loads the same application as Node.js alone, with one copy of each package", { tags: "long" }, async () => {
  const [remembered, plain] = await Promise.all([load(REMEMBER_PACKAGES), load([])]);
  expect(remembered).toEqual(plain);
  expect(remembered).toMatchObject({ tables: expect.any(Number) });
  expect((remembered as { tables: number }).tables).toBeGreaterThan(30);
});
