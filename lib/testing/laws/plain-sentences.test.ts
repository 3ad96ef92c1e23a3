import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";

/** Rooms whose texts are Markdown or source: the API reference, what assistants read, generated files, the snippet to copy. */
const NOT_FOR_PEOPLE = [
  "lib/api/openapi/",
  "lib/mcp/",
  "lib/client/",
  "lib/catalog/generate",
  "components/embed/snippet.ts",
];

/** Properties, calls and constants whose texts stand in the API reference, which is Markdown. */
const DESCRIBING = /^(description|summary|describe|meta|aboutChoices|FAILURE_CODES|[A-Z_]+_(DESCRIPTION|MEANING))$/;

/** Calls that take a backtick out of a text. */
const PLAINING = /^replaceAll$/;

interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === "object" && typeof (value as Node).type === "string";

/** Returns the name of what a node puts its texts in: a property, a call or a constant; null for any other node. */
function nameOf(node: Node): string | null {
  const named = { Property: node.key, VariableDeclarator: node.id, CallExpression: node.callee }[node.type];
  if (!isNode(named)) return null;
  const own = isNode(named.property) ? named.property : named;
  return typeof own.name === "string" ? own.name : null;
}

function textOf({ type, value }: Node): string {
  if (type === "TemplateElement") return (value as { cooked: string }).cooked;
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : "";
}

/** Returns the texts with a backtick that people may read. */
function marked(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(marked);
  if (!isNode(part)) return [];
  const name = nameOf(part);
  // What is called may itself be a call with texts: a rule's message before `.describe(…)`.
  if (name !== null && (DESCRIBING.test(name) || PLAINING.test(name))) return marked(part.callee);
  const text = textOf(part);
  return [...(text.includes("`") ? [text] : []), ...Object.values(part).flatMap(marked)];
}

const sentences = (file: string, source: string): string[] => marked(parseSync(file, source).program);

it("finds a backtick in each kind of text, and none in the reference", () => {
  const found = (source: string) => sentences("a.tsx", source).length;
  expect(found('throw invalid("must be `a`")')).toBe(1);
  expect(found("const words = { x: `must be \\`$" + "{name}\\``, y: 'a' };")).toBe(2);
  expect(found("const x = <p>Use `a`</p>;")).toBe(1);
  expect(found("z.string('must be `a`').describe('Use `a`')")).toBe(1);
  expect(found("z.string().describe('Use `a`').meta({ title: 'a', description: `\\`b\\`` })")).toBe(0);
});

it("shows no backticks in sentences for people, who read them as they are", () => {
  const found = sourceFiles
    .filter((file) => !NOT_FOR_PEOPLE.some((start) => file.startsWith(start)) && !file.includes("/generated/"))
    .flatMap((file) => sentences(file, readFileSync(join(ROOT, file), "utf8")).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});
