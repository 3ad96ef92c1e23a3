import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { imports, ROOT, sourceFiles } from "./source-files.ts";

const ROOM = "lib/db/replicas/";

/** Returns the files that import any of these. */
const importersOf = (isSought: (file: string) => boolean): string[] =>
  [...imports].filter(([, found]) => found.some(({ file }) => file !== null && isSought(file))).map(([file]) => file);

it("only an answer that the primary has validated is read from a replica", () => {
  const outside = importersOf((file) => file.startsWith(ROOM)).filter((file) => !file.startsWith(ROOM));
  // The other one shows their metrics.
  expect(outside.sort()).toEqual(["app/api/metrics/route.ts", "lib/api/endpoints/validated-answer.ts"]);
  expect(importersOf((file) => file === "lib/api/endpoints/validated-answer.ts")).toEqual([
    "lib/api/endpoints/query-endpoint.ts",
  ]);
});

it("no other code knows the replicas' addresses", () => {
  const naming = sourceFiles.filter((file) => /DATABASE_READ_URL/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(naming.sort()).toEqual([
    "lib/db/replicas/replicas.ts",
    "lib/kernel/environment.ts",
    "lib/launcher/launch.ts",
    "lib/launcher/prepare.ts",
  ]);
});
