import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { imports, ROOT, sourceFiles } from "./source-files.ts";

const COMMENT = /^\s*(\/?\*|\/\/)/;

const ofConsole = sourceFiles.filter((file) => /^(lib\/browser|components)\//.test(file) && !file.includes(".test."));

/** Returns the console's files that import a file at run time. */
const importing = (file: string): string[] =>
  ofConsole.filter((each) => imports.get(each)?.some((found) => found.file === file && !found.typeOnly));

// A route that the client does not have is refused by the types: lib/browser/api/fetcher.test.ts.
it("the console reaches /v1 by the code of the typed client alone", () => {
  expect(importing("lib/client/package/exchange.ts")).toEqual(["lib/browser/api/fetcher.ts"]);
  expect(importing("lib/client/package/connection.ts")).toEqual(["lib/browser/live/stream-connection.ts"]);
  const naming = ofConsole.filter((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .some((line) => !COMMENT.test(line) && /["'`]\/v1/.test(line)),
  );
  // The second one passes on what a reader of the reference tries by hand.
  expect(naming.sort()).toEqual(["lib/browser/api/transport.ts", "lib/browser/api/try-request.ts"]);
  expect(
    importing("lib/browser/session/authority.ts")
      .filter((file) => file.startsWith("lib/browser/api/"))
      .sort(),
  ).toEqual(["lib/browser/api/change-status.ts", "lib/browser/api/transport.ts"]);
});
