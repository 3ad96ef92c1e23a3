import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUTPUT_BYTES = 64 * 2 ** 20;
const MIGRATIONS = "lib/db/migrations";

const execute = promisify(execFile);
const run = async (command: string, args: string[], cwd: string): Promise<string> =>
  (await execute(command, args, { cwd, maxBuffer: OUTPUT_BYTES })).stdout.trim();
const git = (...args: string[]) => run("git", args, ROOT);

/** The version before, installed and built. */
export interface PreviousVersion {
  root: string;
  /** Its commit, or its folder. */
  name: string;
  /** The tag of its newest migration. */
  newestMigration: string;
  remove(): Promise<void>;
}

/** Returns the newest tag; without tags, the commit before the last one that added a migration. */
async function defaultReference(): Promise<string> {
  const tag = await git("describe", "--tags", "--abbrev=0").catch(() => null);
  if (tag) return tag;
  const args = ["log", "--first-parent", "-1", "--diff-filter=A", "--format=%H", "--", `${MIGRATIONS}/*.sql`];
  return `${await git(...args)}^1`;
}

async function sameLockfile(root: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([root, ROOT].map((each) => readFile(join(each, "package-lock.json"))));
  return Boolean(theirs && ours?.equals(theirs));
}

/** Installs the packages, by links to this version's files if they are the same, and builds. */
async function makeReady(root: string): Promise<void> {
  const linked =
    (await sameLockfile(root)) && (await run("cp", ["-al", "node_modules", root], ROOT).then(isDone, isNot));
  if (!linked) await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], root);
  await run(process.execPath, ["lib/launcher/build-now.ts"], root);
}

const isDone = () => true;
const isNot = () => false;

/** Returns the tag of the newest migration of a version's folder. */
export async function newestMigration(root: string = ROOT): Promise<string> {
  const journal = JSON.parse(await readFile(join(root, MIGRATIONS, "meta/_journal.json"), "utf8"));
  return (journal.entries as { tag: string }[]).at(-1)?.tag ?? "";
}

/**
 * Returns the version before: the folder or git reference that PREVIOUS names, by default the newest tag or the commit
 * before the last new migration. A reference is checked out in a temporary folder, which `remove` deletes.
 */
export async function previousVersion(): Promise<PreviousVersion> {
  const given = process.env.PREVIOUS;
  if (given && existsSync(given)) {
    const root = resolve(given);
    await makeReady(root);
    return { root, name: root, newestMigration: await newestMigration(root), remove: async () => undefined };
  }
  const commit = await git("rev-parse", "--short", given ?? (await defaultReference()));
  const root = await mkdtemp(join(tmpdir(), "crc-version-"));
  const remove = async () => {
    await rm(root, { recursive: true, force: true });
    await git("worktree", "prune");
  };
  try {
    await git("worktree", "add", "--detach", "--force", root, commit);
    await makeReady(root);
    return { root, name: commit, newestMigration: await newestMigration(root), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
