import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** Returns a file's text as `npm run format` would leave it. */
export const formatted = (name: string, text: string): string =>
  execFileSync(process.execPath, [biome, "format", `--stdin-file-path=lib/client/package/${name}`], {
    input: text,
    encoding: "utf8",
    maxBuffer: 16 * 2 ** 20,
  });
