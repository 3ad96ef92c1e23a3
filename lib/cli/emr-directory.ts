import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { importPublication, refreshSources } from "#lib/emr-directory/import";
import { publishedAt, readContent, Unreadable } from "#lib/emr-directory/publication";
import type { ReadEntries } from "#lib/emr-directory/read-entries";
import { listSources, NotStored, removeSource } from "#lib/emr-directory/store";
import { EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { nameProblem } from "#lib/kernel/one-line";
import { StartFailure } from "#lib/kernel/start-failure";
import { onDatabase } from "./on-database.ts";

// The directories in which people who link an EMR find it: imported from what vendors publish.

const COMMAND = "npm run emr-directory";
const USAGE = `Usage:
  ${COMMAND} -- import FILE_OR_URL --name PUBLISHER [--fewer]
  ${COMMAND} -- refresh
  ${COMMAND} -- remove PUBLISHER
  ${COMMAND} -- list`;

const MAX_NAME = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);
const counted = (count: number) => count.toLocaleString("en-US");
const emrs = (count: number) => `${counted(count)} ${count === 1 ? "EMR" : "EMRs"}`;

/** Prints what was stored of a directory, and what was left out, by the reason. */
function sayRead(name: string, { entries, leftOut }: ReadEntries): void {
  say(`${name}: ${emrs(entries.length)} can be found`);
  for (const [reason, count] of leftOut) say(`  ${counted(count)} left out: ${reason}`);
}

async function importFrom(from: string, { name, fewer }: { name: string; fewer: boolean }): Promise<void> {
  const isUrl = /^https?:\/\//i.test(from);
  const publication = isUrl ? await publishedAt(from) : readContent(await readFile(from));
  sayRead(name, await importPublication({ name, url: isUrl ? from : null, acceptsFewer: fewer }, publication));
}

async function refreshAll(): Promise<void> {
  if ((await listSources()).every(({ url }) => url === null)) say("No directory was imported from an address");
  for await (const { name, outcome } of refreshSources(new AbortController().signal)) {
    if (typeof outcome === "string") {
      say(`${name}: not read. ${outcome}`);
      process.exitCode = 1;
    } else if (outcome === null) say(`${name}: unchanged`);
    else sayRead(name, outcome);
  }
}

async function remove(name: string): Promise<void> {
  if (!(await removeSource(name))) throw new StartFailure(`There is no directory of ${name}`);
  say(`Removed the directory of ${name}`);
}

async function list(): Promise<void> {
  const sources = await listSources();
  if (sources.length === 0) say("No directory was imported");
  for (const { name, entries, url, readAt, failure } of sources) {
    say(`${name}: ${emrs(entries)}, read ${readAt?.toISOString()}, ${url ?? "from a file"}`);
    if (failure !== null) say(`  The last try stored nothing: ${failure}`);
  }
}

/** Returns what is to be done. Throws a StartFailure with the usage for arguments that name nothing. */
function asked(): () => Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { name: { type: "string" }, fewer: { type: "boolean", default: false } },
    });
    const [verb, what, ...others] = positionals;
    if (others.length > 0) throw new Error("Too many arguments");
    if (verb === "list" && !what) return list;
    if (verb === "refresh" && !what) return refreshAll;
    if (verb === "remove" && what) return () => remove(what);
    if (verb !== "import" || !what) throw new Error("Say what to do");
    const name = values.name?.trim() ?? "";
    if (name === "" || name.length > MAX_NAME || nameProblem(name))
      throw new Error(`--name must be the publisher's name, of at most ${MAX_NAME} characters`);
    return () => importFrom(what, { name, fewer: values.fewer });
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

try {
  await onDatabase(readEnvironment(process.env), asked());
} catch (error) {
  const expected = [StartFailure, EnvironmentError, Unreadable, NotStored].some((kind) => error instanceof kind);
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  process.stderr.write(`${expected || code === "ENOENT" ? (error as Error).message : message || code || name}\n`);
  process.exitCode = 1;
}
