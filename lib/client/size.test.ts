import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { packageFiles } from "./package-files.ts";
import { tarball } from "./tarball.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MOST_BYTES = 8_000;
/** The parts that an app that imports the client does not load. */
const APART = /^(react|cli|cli-.*|samples)\.js$/;

it("is below 8 kB compressed without React", () => {
  const scripts = packageFiles(ROOT).filter(({ name }) => name.endsWith(".js") && !APART.test(name));
  expect(scripts.map(({ name }) => name)).toContain("index.js");
  expect(gzipSync(scripts.map(({ text }) => text).join("")).length).toBeLessThan(MOST_BYTES);
});

it("has the same bytes for the same files, in any order, and no owner", () => {
  const files = packageFiles(ROOT);
  const made = tarball(files);
  expect(tarball([...files].reverse()).equals(made)).toBe(true);
  const [first] = files;
  const changed = tarball([{ name: "package.json", text: `${first?.text} ` }, ...files.slice(1)]);
  expect(changed.equals(made)).toBe(false);
  const header = gunzipSync(made).subarray(0, 512);
  expect(header.subarray(108, 124).toString("latin1")).toBe("0000000\u00000000000\u0000");
});
