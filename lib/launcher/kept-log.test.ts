import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keptLog } from "./kept-log.ts";

it("goes on after the file could not be written, and keeps what comes then", async () => {
  const folder = await mkdtemp(join(tmpdir(), "crc-log-"));
  const path = join(folder, "server.log");
  // A folder fails as a full disk does: at an event of the stream, long after the call.
  await mkdir(path);
  const append = keptLog(path);
  append(Buffer.from("lost\n"));
  await rm(path, { recursive: true });
  await expect
    .poll(() => {
      append(Buffer.from("kept\n"));
      return readFile(path, "utf8").catch(() => "");
    })
    .toContain("kept\n");
  expect(await readFile(path, "utf8")).not.toContain("lost");
  await rm(folder, { recursive: true });
});
