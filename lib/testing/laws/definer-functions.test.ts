import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";

// A SECURITY DEFINER function reads as another role than ours. On a node of a sharded PostgreSQL where a transaction has written,
// Citus refuses that, so none is called in a tenant's transaction.

const DEFINER = /CREATE (?:OR REPLACE )?FUNCTION (\w+)\([^)]*\)[^;]*?SECURITY DEFINER/g;

const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

const definers = new Set(
  globSync("lib/db/migrations/*.sql", { cwd: ROOT }).flatMap((file) =>
    [...textOf(file).matchAll(DEFINER)].map(([, name = ""]) => name),
  ),
);

/** Reads on a connection of its own, when a process starts. */
const AT_START = "lib/security/sealing/assert-openable.ts";

it("functions that read for no tenant are called outside of a tenant's transaction", () => {
  expect(definers).toContain("find_credentials");
  const call = new RegExp(`(?:FROM|JOIN|LATERAL|SELECT|NOT|min\\()\\s*(?:${[...definers].join("|")})\\(`);
  const callers = sourceFiles.filter((file) => call.test(textOf(file)));
  expect(callers).toContain(AT_START);
  expect(callers.filter((file) => file !== AT_START && !textOf(file).includes("withoutTenant"))).toEqual([]);
});
