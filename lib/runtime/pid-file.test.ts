import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claim, release } from "./pid-file.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "crc-pid-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const pidFile = () => join(dataDir, "launcher.pid");

test("a claimed data directory is ours until it is given back", async () => {
  await claim(dataDir);
  expect(Number(await readFile(pidFile(), "utf8"))).toBe(process.pid);
  await release(dataDir);
  await claim(dataDir);
});

test("a launcher that runs is not disturbed", async () => {
  const script = join(dataDir, "launch.ts");
  await writeFile(script, 'process.stdout.write("up"); setInterval(() => {}, 1000);');
  const other = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(other.stdout, "data");
    await writeFile(pidFile(), `${other.pid}\n`);
    await expect(claim(dataDir)).rejects.toThrow(`Already running: process ${other.pid}`);
  } finally {
    other.kill("SIGKILL");
    await once(other, "exit");
  }
  await claim(dataDir);
  expect(Number(await readFile(pidFile(), "utf8"))).toBe(process.pid);
});

test("a number that now belongs to another program does not count", async () => {
  await writeFile(pidFile(), `${process.ppid}\n`);
  await claim(dataDir);
  expect(Number(await readFile(pidFile(), "utf8"))).toBe(process.pid);
});
