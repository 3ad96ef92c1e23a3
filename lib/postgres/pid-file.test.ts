import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claim, noteServer, noteStopping, outliveOldServer, release } from "./pid-file.ts";
import { startOf } from "./process-list.ts";

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "crc-pid-"));
  children = [];
});

afterEach(async () => {
  for (const child of children) await end(child);
  await rm(dataDir, { recursive: true, force: true });
});

const pidFile = () => join(dataDir, "launcher.pid");

const holder = async () => Number.parseInt(await readFile(pidFile(), "utf8"), 10);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Starts a process whose command line resembles both a launcher and a server. */
async function startOther(): Promise<ChildProcess & { pid: number }> {
  const script = join(dataDir, "launch.ts");
  await writeFile(script, 'process.stdout.write("up"); setInterval(() => {}, 1000);');
  const child = spawn(process.execPath, [script, "server.ts"], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child as typeof child & { pid: number };
}

test("a claimed data directory is ours until it is given back", async () => {
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
  await release(dataDir);
  await claim(dataDir);
});

test("a launcher that runs is not disturbed, and one that was killed does not count", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  await expect(claim(dataDir)).rejects.toThrow(`Already running: process ${other.pid}`);
  expect(await holder()).toBe(other.pid);
  await end(other);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("a number that now belongs to another launcher does not count", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(process.pid)}\n`);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("a launcher that is stopping is waited for", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  await noteStopping(dataDir);
  const claiming = claim(dataDir);
  // Waits longer than a claim takes that does not wait.
  expect(await Promise.race([claiming, pause(2_000, "waiting")])).toBe("waiting");
  await end(other);
  await claiming;
  expect(await holder()).toBe(process.pid);
});

test("a launcher that hears late of its end is waited for too", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  const claiming = claim(dataDir);
  await end(other);
  await claiming;
  expect(await holder()).toBe(process.pid);
});

test("of several starts over what a killed launcher left, one alone gets the data directory", async () => {
  await writeFile(pidFile(), "1\nlong ago\n");
  const script = join(dataDir, "claim.mjs");
  await writeFile(
    script,
    `const { claim } = await import(${JSON.stringify(new URL("./pid-file.ts", import.meta.url).href)});
     await claim(process.argv[2]).then(() => { process.stdout.write("claimed"); setInterval(() => {}, 1000); }, () => process.exit(3));`,
  );
  const starts = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  children.push(...starts);
  const outcomes = await Promise.all(
    starts.map((child) =>
      Promise.race([once(child.stdout, "data").then(() => "claimed"), once(child, "exit").then(([code]) => code)]),
    ),
  );
  expect(outcomes.sort()).toEqual([3, 3, 3, 3, 3, "claimed"]);
  expect((await readdir(dataDir)).filter((name) => name.startsWith("launcher.pid"))).toEqual(["launcher.pid"]);
});

test("a pid file that was cut short does not count for long", async () => {
  await writeFile(pidFile(), "");
  const before = new Date(Date.now() - 60_000);
  await utimes(pidFile(), before, before);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("another deployment's server, which got the number of our killed one, is left alone", async () => {
  const other = await startOther();
  await writeFile(join(dataDir, "server.pid"), `${other.pid}\n${await startOf(process.pid)}\n`);
  await outliveOldServer(dataDir, 0);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test("our own old server is waited for, and ended where it does not end", async () => {
  const other = await startOther();
  await noteServer(dataDir, other.pid);
  await outliveOldServer(dataDir, 200);
  expect(await startOf(other.pid)).toBeNull();
});
