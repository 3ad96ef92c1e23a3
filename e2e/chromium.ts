import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

export interface ChromiumLaunch {
  executablePath: string;
  /** Environment variables that this Chromium needs in addition to ours. */
  env: Record<string, string>;
}

/** Flags that save a tenth of the CPU time: nothing is shown, so that no process need emulate a graphics card. */
export const WITHOUT_DISPLAY = ["--disable-gpu", "--in-process-gpu"];

const CACHE = fileURLToPath(new URL("../node_modules/.cache/chromium", import.meta.url));
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Returns the first Chromium that starts here: CHROMIUM_PATH, Playwright's download, the system's, or the headless
 * shell of the npm packages. Throws if CHROMIUM_PATH does not exist.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which is not there`);
  const found = given ?? [chromium.executablePath(), ...systemPaths()].find((path) => existsSync(path));
  return found ? { executablePath: found, env: {} } : packagedChromium();
}

/**
 * Returns the headless shell of the npm packages. It takes a quarter of a whole browser's CPU time but ignores settings
 * such as blocked third-party cookies. Returns the result of `findChromium` if CHROMIUM_PATH is set or no shell is
 * built for this machine.
 */
export async function findHeadlessShell(): Promise<ChromiumLaunch> {
  const isBuilt = process.platform === "linux" && process.arch === "x64";
  return isBuilt && !process.env.CHROMIUM_PATH ? packagedChromium() : findChromium();
}

function systemPaths(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC];
}

/**
 * Unpacks the Chromium of @sparticuz/chromium, with the shared libraries and fonts that a bare machine lacks. It is
 * unpacked to a temporary folder and then renamed, because several workers may do this at once.
 */
async function packagedChromium(): Promise<ChromiumLaunch> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const home = join(CACHE, version);
  if (!existsSync(home)) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = await mkdtemp(join(CACHE, "unpacking-"));
    await unpack(folder, unfinished);
    await writeFile(join(unfinished, "fonts", "fonts.conf"), fontConfiguration(home));
    await rename(unfinished, home).catch(async (error) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(home)) throw error;
    });
  }
  const libraries = [join(home, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: join(home, "chromium"),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(home, "fonts") },
  };
}

/** The package's own configuration names folders of the machines that it is built for. */
const fontConfiguration = (home: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, "fonts-cache")}</cachedir>
</fontconfig>
`;

/** Sets TMPDIR while it unpacks, because the package always unpacks to the temporary directory. */
async function unpack(folder: string, target: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = target;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    for (const name of ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"]) {
      await inflate(join(folder, "bin", name));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
