import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallExpression, type Node, type ObjectProperty, parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { ROUTES } from "#lib/client/package/routes";
import { ROOT, sourceFiles } from "./source-files.ts";

// The types of lib/browser/api/interface-path.ts tell methods and whole paths apart, but a variable part of a type takes
// whatever follows: `/jobs/${id}/receipts` is also a text of `/jobs/{job_id}`. So the parts are compared here.

/** A call of the console: a method, "*" if it is not written at the call, and a path whose variable parts are "{}". */
type Call = `${string} /${string}`;

const CALLS = new Set(["call", "callFile", "readAll"]);

/** The file's constants that are texts, by name. */
type Constants = ReadonlyMap<string, string>;

/** Returns the paths that an expression may be, with "{}" for each variable part; none for one that is no text here. */
function pathsIn(node: Node | undefined, constants: Constants): string[] {
  if (node?.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node?.type === "Identifier") return constants.has(node.name) ? [constants.get(node.name) ?? ""] : [];
  if (node?.type === "ConditionalExpression") {
    return [...pathsIn(node.consequent, constants), ...pathsIn(node.alternate, constants)];
  }
  if (node?.type !== "TemplateLiteral") return [];
  const parts = node.expressions.map((each) => (each.type === "Identifier" && constants.get(each.name)) || "{}");
  return [node.quasis.map(({ value }, at) => `${value.cooked}${parts[at] ?? ""}`).join("")];
}

/** Returns the method in the options of a call. */
function methodIn(options: Node | undefined): string {
  if (options === undefined) return "GET";
  if (options.type !== "ObjectExpression") return "*";
  const given = options.properties.find(
    (each): each is ObjectProperty =>
      each.type === "Property" && each.key.type === "Identifier" && each.key.name === "method",
  );
  if (!given) return "GET";
  return given.value.type === "Literal" ? String(given.value.value) : "*";
}

/** Returns the calls of `/v1` in a file of the console. */
function callsIn(file: string): Call[] {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"));
  const constants = new Map<string, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init?.type === "Literal" && typeof init.value === "string")
        constants.set(id.name, init.value);
    },
  }).visit(program);
  const found: Call[] = [];
  const add = (method: string, path: Node | undefined) => {
    for (const each of pathsIn(path, constants)) found.push(`${method} /${each.split("?")[0]?.slice(1)}`);
  };
  new Visitor({
    CallExpression({ callee, arguments: [, path, options] }: CallExpression) {
      if (callee.type !== "Identifier" || !CALLS.has(callee.name)) return;
      add(callee.name === "call" ? methodIn(options) : "GET", path);
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && key.name === "path") add("GET", value as Node);
    },
  }).visit(program);
  return found;
}

type Group = { readonly [name: string]: string | Group };

/** Returns the routes in the table of the typed client, such as "GET /jobs/{job_id}". */
const routesIn = (group: Group): string[] =>
  Object.values(group).flatMap((each) =>
    typeof each === "string" ? [each.split(" ").slice(0, 2).join(" ")] : routesIn(each),
  );

const partsOf = (route: string): string[] => route.replaceAll(/\{\w*\}/g, "{}").split(/[ /]+/);

const routes = routesIn(ROUTES).map(partsOf);

/** Returns whether the client has a call's route; a variable part of the call may be one of several words. */
function isKnown(call: Call): boolean {
  const parts = partsOf(call);
  return routes.some(
    (route) =>
      route.length === parts.length && parts.every((part, at) => part === "*" || part === "{}" || part === route[at]),
  );
}

it("the console calls the routes of the typed client alone, part by part", () => {
  const calls = sourceFiles.filter((file) => file.startsWith("lib/browser/")).flatMap(callsIn);
  expect(calls.length).toBeGreaterThan(90);
  expect(calls.filter((call) => !isKnown(call))).toEqual([]);
  const drifted: Call[] = ["GET /jobs/{}/papers", "POST /jobs/stats", "GET /patient"];
  expect(drifted.filter(isKnown)).toEqual([]);
});
