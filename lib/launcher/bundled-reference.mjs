import { existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = "@scalar/api-reference-react";
const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", PACKAGE, "package.json"), "utf8"));
const FOLDER = `node_modules/.cache/api-reference-${version}`;

/**
 * Bundles the library that draws the API reference. Its 5,800 modules are twice as many as all the others of the console,
 * and Rolldown needs a fraction of the time that Turbopack takes for them.
 *
 * @returns {Promise<string>} the bundle's path from the project's root
 */
export async function bundledReference() {
  const folder = join(ROOT, FOLDER);
  if (!existsSync(folder)) {
    const { rolldown } = await import("rolldown");
    const bundle = await rolldown({
      input: { index: PACKAGE },
      cwd: ROOT,
      platform: "browser",
      external: [/^react($|\/)/, /^react-dom($|\/)/],
      transform: { define: { "process.env.NODE_ENV": '"production"' } },
      logLevel: "silent",
    });
    // Renamed when complete, so that an interrupted build leaves no partial bundle behind.
    const unfinished = `${folder}-${process.pid}`;
    await bundle.write({ dir: unfinished, format: "esm", minify: true });
    await bundle.close();
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  }
  return `./${FOLDER}/index.js`;
}
