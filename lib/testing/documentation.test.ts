import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = ["{app,components,e2e,lib}/**/*.{ts,tsx,mjs,sql,css}", "public/*.{js,ts}", "*.{ts,mjs}"];
const DOCUMENTS = ["*.md", "docs/*.md"];
const COMMENTED = ["Dockerfile", "compose.yaml", ".env.example"];

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const find = (patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes("node_modules") || path.includes(".results") });

const documents = find(DOCUMENTS).map((path) => ({ path, text: read(path) }));

/** The document without fenced blocks, whose lines may start with `#`. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "");

const headings = (path: string) => [...prose(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);

/** Section numbers in the headings of a specification, such as "4" and "4.6". */
const sections = (path: string) =>
  new Set(headings(path).flatMap((heading) => /^\d+(\.\d+)?/.exec(heading)?.[0] ?? []));

const SPECIFICATIONS: Record<string, Set<string>> = {
  interface: sections("docs/interface.md"),
  decisions: sections("docs/decisions.md"),
};

const NUMBER = String.raw`§?\d{1,2}(?:\.\d{1,2})?(?!\d)`;
const CITATION = new RegExp(
  String.raw`\b(interface|decisions),? (?:sections? )?(${NUMBER}(?:(?:, | and |, and )${NUMBER})*)`,
  "gi",
);
const REVERSED = /\bsections? (\d{1,2}(?:\.\d{1,2})?) of the (interface|decisions)\b/gi;

/** Returns every "interface 4.6" and "decisions §4" in a text, even across a line break of a comment. */
function citations(text: string): { document: string; section: string }[] {
  const flowing = text.replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, " ");
  const direct = [...flowing.matchAll(CITATION)].flatMap(([, document = "", numbers = ""]) =>
    (numbers.match(/\d+(\.\d+)?/g) ?? []).map((section) => ({ document: document.toLowerCase(), section })),
  );
  const reversed = [...flowing.matchAll(REVERSED)].map(([, section = "", document = ""]) => ({
    document: document.toLowerCase(),
    section,
  }));
  return [...direct, ...reversed];
}

/** Returns a heading's anchor. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\- _]/gu, "")
    .replaceAll(" ", "-");

function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const found = file === "" ? path : relative(ROOT, join(ROOT, dirname(path), file));
    if (!existsSync(join(ROOT, found))) return true;
    return anchor !== undefined && !headings(found).map(anchorOf).includes(anchor);
  });
}

describe("citations", () => {
  it.each([
    ["// Interface 4.3: 400 for a date", ["interface 4.3"]],
    ["// interface section 7", ["interface 7"]],
    ["/** (decisions\n * §6) */", ["decisions 6"]],
    ["// Decisions §4 and §11: 404 for", ["decisions 4", "decisions 11"]],
    ["-- section 5 of the interface", ["interface 5"]],
    ["interface Props { x: 1 }", []],
  ])("are read from %j", (text, expected) => {
    expect(citations(text).map(({ document, section }) => `${document} ${section}`)).toEqual(expected);
  });

  it("name sections that exist in docs/", () => {
    const found = [...find(SOURCES), ...documents.map(({ path }) => path)]
      .filter((path) => !path.endsWith("documentation.test.ts"))
      .flatMap((path) => citations(read(path)).map((citation) => ({ path, ...citation })));
    expect(found.length).toBeGreaterThan(300);
    const unknown = found.filter(({ document, section }) => !SPECIFICATIONS[document]?.has(section));
    expect(unknown).toEqual([]);
  });

  it("of each operation's definition name an endpoint of the interface", () => {
    const named = Object.values(catalog).map(({ section }) => section.match(/\d+(\.\d+)?/)?.[0] ?? section);
    expect(named.filter((section) => !SPECIFICATIONS.interface?.has(section))).toEqual([]);
  });
});

/** The fictional resource in CONTRIBUTING.md, and the folder of test results. */
const NOT_HERE = /allerg|\.results/;

const SEGMENT = String.raw`(?:\(\w+\)|\[\w+\]|[\w.-]*\w)`;
const PATH = new RegExp(
  String.raw`(?<![\w/.:-])(?:app|components|docs|e2e|lib|public)/(?:${SEGMENT}/)*${SEGMENT}?`,
  "g",
);

/** Returns the repository paths in a text. */
const namedPaths = (text: string) => [...text.matchAll(PATH)].map(([path]) => path);

describe("README, CONTRIBUTING, CHANGELOG and docs/", () => {
  test.each(documents)("$path links to existing targets", (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  test.each([...documents, ...COMMENTED.map((path) => ({ path, text: read(path) }))])(
    "$path names files that exist",
    ({ text }) => {
      const missing = namedPaths(text).filter((path) => !NOT_HERE.test(path) && !existsSync(join(ROOT, path)));
      expect(missing).toEqual([]);
    },
  );

  test.each(documents)("$path names npm scripts that exist", ({ text }) => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** The standards and implementation specifications of 45 CFR 164.312. */
const SAFEGUARDS = [
  "(a)(1)",
  "(a)(2)(i)",
  "(a)(2)(ii)",
  "(a)(2)(iii)",
  "(a)(2)(iv)",
  "(b)",
  "(c)(1)",
  "(c)(2)",
  "(d)",
].concat(["(e)(1)", "(e)(2)(i)", "(e)(2)(ii)"]);

it("docs/security.md names for each technical safeguard an existing test", () => {
  const [, section = ""] = read("docs/security.md").split("## Technical safeguards");
  const rows = [...section.matchAll(/^\| (\([^ ]+\)) .*\| ([^|]+) \|$/gm)];
  expect(rows.map(([, safeguard]) => safeguard)).toEqual(SAFEGUARDS);
  for (const [, safeguard, shownBy = ""] of rows) {
    const tests = namedPaths(shownBy).filter((path) => /\.(test|spec)\.ts$/.test(path));
    expect(tests, safeguard).not.toEqual([]);
    expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  }
});
