import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openApiDocument } from "#lib/api/openapi/document";
import { GENERATORS, POSTMAN, type Tool } from "./tools.ts";

// `npm run test:generators`: what others make of the OpenAPI document compiles. The tools have a lock of their own, since
// two of them need TypeScript 5, and are installed into a folder that goes with this process.

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: [],
  noEmit: true,
};

interface Outcome {
  edition: string;
  tool: string;
  /** Of all made files. */
  bytes: number;
  problems: string[];
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const { size } = statSync(join(folder, name));
    return sum + (statSync(join(folder, name)).isFile() ? size : 0);
  }, 0);

/** Returns what a command printed if it failed. */
const failureOf = async (file: string, args: readonly string[], cwd: string): Promise<string[]> => {
  try {
    await run(file, args, { cwd, maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}\n${stderr}`.split("\n").filter(Boolean);
  }
};

async function made(tool: Tool, edition: string, tools: string): Promise<{ out: string; outcome: Outcome }> {
  const out = join(tools, "out", edition, tool.program);
  mkdirSync(out, { recursive: true });
  const args = tool.args(join(tools, `${edition}.json`), out);
  const problems = await failureOf(join(tools, "node_modules/.bin", tool.program), args, tools);
  return { out, outcome: { edition, tool: tool.name, bytes: bytesIn(out), problems } };
}

async function generated(tool: Tool, edition: string, tools: string): Promise<Outcome> {
  const { out, outcome } = await made(tool, edition, tools);
  if (outcome.problems.length > 0) return outcome;
  writeFileSync(join(out, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"] }));
  return { ...outcome, problems: await failureOf(process.execPath, [TSC, "-p", out], tools) };
}

interface Finding {
  code: string | number;
  path: (string | number)[];
}

/** Judges a document by the rules that Spectral recommends, warnings too. */
async function judged(edition: string, tools: string): Promise<Outcome> {
  // They are installed there alone.
  const load = createRequire(join(tools, "package.json"));
  const { Spectral } = load("@stoplight/spectral-core");
  const { oas } = load("@stoplight/spectral-rulesets");
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, "recommended"]] });
  const text = readFileSync(join(tools, `${edition}.json`), "utf8");
  const findings: Finding[] = await spectral.run(JSON.parse(text));
  const problems = findings.map(({ code, path }) => `${code} at ${path.join("/")}`);
  return { edition, tool: "spectral:oas", bytes: text.length, problems };
}

async function outcomesIn(tools: string): Promise<Outcome[]> {
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(HERE, "tools", name), join(tools, name));
  const npm = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", npm, { cwd: tools, shell: process.platform === "win32" });
  const outcomes: Outcome[] = [];
  for (const audience of ["integrators", "everyone"] as const) {
    const document = openApiDocument({ audience, server: "https://records.example/v1" });
    writeFileSync(join(tools, `${audience}.json`), JSON.stringify(document));
    for (const tool of GENERATORS) outcomes.push(await generated(tool, audience, tools));
    outcomes.push((await made(POSTMAN, audience, tools)).outcome, await judged(audience, tools));
  }
  return outcomes;
}

const folder = mkdtempSync(join(tmpdir(), "crc-generators-"));
try {
  const outcomes = await outcomesIn(folder);
  console.table(outcomes.map(({ problems, ...outcome }) => ({ ...outcome, problems: problems.length })));
  for (const { edition, tool, problems } of outcomes) {
    for (const each of problems.slice(0, 5)) console.error(`${tool}, ${edition}: ${each}`);
  }
  process.exitCode = outcomes.every(({ problems }) => problems.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
// The definitions open a pool of connections that nothing uses here.
process.exit();
