import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let clone: string;

/** A clone with only the installer, and a fake npm that records its calls. */
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), "crc-install-"));
  await mkdir(join(clone, "lib", "launcher"), { recursive: true });
  for (const file of ["install.mjs", "alone.mjs"]) {
    await cp(fileURLToPath(new URL(`./${file}`, import.meta.url)), join(clone, "lib", "launcher", file));
  }
  await writeFile(join(clone, "package-lock.json"), "{}");
});

afterEach(() => rm(clone, { recursive: true, force: true }));

const NOTES_ITS_CALL = `
  import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
  appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
  mkdirSync("node_modules/node/bin", { recursive: true });`;
const INSTALLS_NODE =
  'writeFileSync("node_modules/node/bin/" + (process.platform === "win32" ? "node.exe" : "node"), "");';

/** Starts the installer. `onOutput` receives all that it has said so far. */
async function install(
  npm: string,
  options = "",
  onOutput: (output: string) => void = () => {},
): Promise<{ code: number; output: string }> {
  await writeFile(join(clone, "npm.mjs"), npm);
  const script = join(clone, "run.mjs");
  await writeFile(
    script,
    `const { installWhenNeeded } = await import("./lib/launcher/install.mjs"); process.exit(await installWhenNeeded(${options}));`,
  );
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", npm_execpath: join(clone, "npm.mjs") };
  return new Promise((resolve) => {
    const { stdout: says } = execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    let said = "";
    says?.on("data", (chunk: string) => {
      said += chunk;
      onOutput(said);
    });
  });
}

const calls = async () => (await readFile(join(clone, "calls"), "utf8")).trim().split("\n");

test("installs what runs without the tools of the tests, and this platform's packages even if npm would omit them", async () => {
  expect(await install(NOTES_ITS_CALL + INSTALLS_NODE)).toMatchObject({ code: 0 });
  const [call = ""] = await calls();
  expect(call.split(" ")).toEqual(expect.arrayContaining(["ci", "--omit=dev", "--include=optional"]));
});

test("adds the tools for the tests to what may be running, even if npm would omit them, and a start keeps them", async () => {
  await install(NOTES_ITS_CALL + INSTALLS_NODE);
  await install(NOTES_ITS_CALL + INSTALLS_NODE, "{ withTools: true }");
  expect((await calls()).at(1)?.split(" ")).toEqual(expect.arrayContaining(["install", "--no-save", "--include=dev"]));
  await install(NOTES_ITS_CALL + INSTALLS_NODE, "{ withTools: true }");
  await install(NOTES_ITS_CALL + INSTALLS_NODE);
  expect(await calls()).toHaveLength(2);
});

test("installs once, and again after a change of the lock file", async () => {
  await install(NOTES_ITS_CALL + INSTALLS_NODE);
  await install(NOTES_ITS_CALL + INSTALLS_NODE);
  expect(await calls()).toHaveLength(1);
  await writeFile(join(clone, "package-lock.json"), "{ }");
  await install(NOTES_ITS_CALL + INSTALLS_NODE);
  expect(await calls()).toHaveLength(2);
});

test("once for several starts at the same time, which wait for the first", async () => {
  const WAITS = "Another start is installing the packages …\n";
  // The first start's npm ends once the two others have said that they wait.
  const slow = `${NOTES_ITS_CALL}
    import { existsSync } from "node:fs";
    while (!existsSync("others-wait")) await new Promise((resolve) => setTimeout(resolve, 20));
    ${INSTALLS_NODE}`;
  let waiting = 0;
  const onOutput = (output: string) => {
    if (output === WAITS && ++waiting === 2) writeFileSync(join(clone, "others-wait"), "");
  };
  const starts = await Promise.all([1, 2, 3].map(() => install(slow, "", onOutput)));
  expect(starts.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await calls()).toHaveLength(1);
  expect(starts.filter(({ output }) => output === WAITS)).toHaveLength(2);
});

test("installs again after one that failed or was killed on the way, and the tools at the first start", async () => {
  await install(`${NOTES_ITS_CALL} process.kill(process.ppid, "SIGKILL");`);
  expect(await install("process.exit(7)")).toMatchObject({ code: 7 });
  expect(await install(NOTES_ITS_CALL + INSTALLS_NODE, "{ withTools: true }")).toMatchObject({ code: 0 });
  expect((await calls()).at(-1)?.split(" ")).toEqual(expect.arrayContaining(["ci", "--include=dev"]));
});

test("reports in one line that Node.js is missing after npm has succeeded, and installs again at the next start", async () => {
  const { code, output } = await install(NOTES_ITS_CALL);
  expect(code).toBe(1);
  expect(output).toMatch(/^npm installed the packages without Node\.js .+ignore-scripts.+$/m);
  await install(NOTES_ITS_CALL);
  expect(await calls()).toHaveLength(2);
});

test("reports npm's failure", async () => {
  expect(await install("process.exit(7)")).toMatchObject({ code: 7 });
});
