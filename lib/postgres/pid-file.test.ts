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

test("a claimed data directory is held until it is released", async () => {
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
  await release(dataDir);
  await claim(dataDir);
});

test("a running launcher keeps its claim, and a killed one loses it", { tags: "long" }, async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  await expect(claim(dataDir)).rejects.toThrow(`Already running: process ${other.pid}`);
  expect(await holder()).toBe(other.pid);
  await end(other);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("a claim whose process id now belongs to another launcher is void", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(process.pid)}\n`);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("a claim waits for a stopping launcher", { tags: "long" }, async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  await noteStopping(dataDir);
  const claiming = claim(dataDir);
  // Longer than a claim that does not wait.
  expect(await Promise.race([claiming, pause(2_000, "waiting")])).toBe("waiting");
  await end(other);
  await claiming;
  expect(await holder()).toBe(process.pid);
});

test("a claim also waits for a launcher that ends during the claim", async () => {
  const other = await startOther();
  await writeFile(pidFile(), `${other.pid}\n${await startOf(other.pid)}\n`);
  const claiming = claim(dataDir);
  await end(other);
  await claiming;
  expect(await holder()).toBe(process.pid);
});

test("one of several simultaneous starts gets the data directory of a killed launcher", { tags: "long" }, async () => {
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

test("a truncated pid file is soon void", async () => {
  await writeFile(pidFile(), "");
  const before = new Date(Date.now() - 60_000);
  await utimes(pidFile(), before, before);
  await claim(dataDir);
  expect(await holder()).toBe(process.pid);
});

test("another deployment's server with the process id of our killed one is not ended", async () => {
  const other = await startOther();
  await writeFile(join(dataDir, "server.pid"), `${other.pid}\n${await startOf(process.pid)}\n`);
  await outliveOldServer(dataDir, 0);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test("our own old server gets time to end, and is killed afterwards", async () => {
  const other = await startOther();
  await noteServer(dataDir, other.pid);
  await outliveOldServer(dataDir, 200);
  expect(await startOf(other.pid)).toBeNull();
});
