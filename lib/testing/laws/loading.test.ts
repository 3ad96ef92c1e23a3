import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallExpression, parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { imports, ROOT } from "./source-files.ts";

/** Returns the calls of `next/dynamic` in a file. */
function dynamicCalls(file: string): CallExpression[] {
  const calls: CallExpression[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      if (call.callee.type === "Identifier" && call.callee.name === "dynamic") calls.push(call);
    },
  });
  visitor.visit(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program);
  return calls;
}

/** Checks for `loading` or `ssr: false`: without them, next/dynamic makes no Suspense boundary. */
function hasBoundary({ arguments: [, options] }: CallExpression): boolean {
  if (options?.type !== "ObjectExpression") return false;
  return options.properties.some(
    (property) =>
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      (property.key.name === "loading" ||
        (property.key.name === "ssr" && property.value.type === "Literal" && property.value.value === false)),
  );
}

it("a part that loads later hides nothing around it, because it has a Suspense boundary of its own", () => {
  const files = [...imports].flatMap(([file, found]) =>
    found.some(({ specifier }) => specifier === "next/dynamic") ? [file] : [],
  );
  const calls = files.flatMap((file) => dynamicCalls(file).map((call) => ({ file, call })));
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(({ call }) => !hasBoundary(call)).map(({ file }) => file)).toEqual([]);
});
