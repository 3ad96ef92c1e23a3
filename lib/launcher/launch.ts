import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { consoleAddress, httpAddress } from "#lib/kernel/addresses";
import { type Environment, EnvironmentError, isDemo, isGiven, readEnvironment } from "#lib/kernel/environment";
import { makeDataDir } from "#lib/kernel/private-file";
import { StartFailure } from "#lib/kernel/start-failure";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { keepPostgres } from "#lib/postgres/keep-postgres";
import { claim, noteServer, noteStopping, outliveOldServer, release } from "#lib/postgres/pid-file";
import { build, isBuilt } from "./build.ts";
import { DEMO_FILE, keptOrganizations, writeDemoFile } from "./demo-file.ts";
import { COMPILE_CACHE } from "./install.mjs";
import type { PrepareMessage } from "./prepare.ts";
import { step } from "./progress.ts";
import { deploymentSecrets, type Secrets } from "./secrets.ts";
import { REMEMBER_PACKAGES, startServer } from "./server-process.ts";
import { demoWelcome } from "./welcome.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOG_FILE = "server.log";

interface Launch {
  env: Environment;
  dataDir: string;
  demo: boolean;
  dev: boolean;
  secrets: Secrets;
}

/** Stops what has been started; run in reverse order. */
const undo: (() => Promise<unknown> | unknown)[] = [];
/** Runs before anything is stopped. */
let onStop: () => Promise<void> = async () => undefined;
const stopAsked = Promise.withResolvers<never>();
// Avoids an unhandled rejection before the first caller awaits the promise.
stopAsked.promise.catch(() => undefined);

/** Thrown by a start or run after a request to stop. */
class Stopped extends Error {}

/** Rejects with Stopped as soon as the launcher receives a request to stop. */
const unlessStopped = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, stopAsked.promise]);

/** Ends a child process together with this one, if it still runs. */
function endWithUs(child: ChildProcess): void {
  undo.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
}

/** How long the server goes on answering after a request to stop; the one before may still do so. */
const graceOf = ({ STOP_GRACE_SECONDS }: Environment): number => STOP_GRACE_SECONDS * 1_000;

/** Prepares every start: claims the data directory, and reads environment and secrets. */
async function begin(): Promise<Launch> {
  const env = readEnvironment(process.env);
  if (env.ROLE === "worker" && env.INTERNAL_URL === undefined) {
    throw new StartFailure("INTERNAL_URL must be set if ROLE is worker: it is the address of the console's inbox");
  }
  const dataDir = resolve(ROOT, env.DATA_DIR);
  await claimDataDir(dataDir, graceOf(env));
  await outliveOldServer(dataDir);
  if ((env.ROLE !== "worker" || isGiven("PORT")) && env.PORT !== 0) await checkPort(env);
  const secrets = await deploymentSecrets(env, dataDir);
  return { env, dataDir, demo: isDemo(env), dev: process.argv.includes("--dev"), secrets };
}

async function claimDataDir(dataDir: string, graceMs: number): Promise<void> {
  try {
    await makeDataDir(dataDir);
    await claim(dataDir, graceMs);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      `DATA_DIR ${dataDir} must be a folder that can be created and written to (${code ?? message})`,
    );
  }
  undo.push(() => release(dataDir));
  onStop = () => noteStopping(dataDir);
}

/** Checks the port before slow steps begin. */
async function checkPort({ HOST, PORT }: Environment): Promise<void> {
  const probe = createServer().listen(PORT, HOST);
  try {
    await once(probe, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartFailure(`Port ${PORT} on ${HOST} is taken: stop the program that uses it, or set PORT`);
    throw new StartFailure(`Can't listen on port ${PORT} of ${HOST} (${code}): set HOST and PORT`);
  }
  await new Promise((closed) => probe.close(closed));
}

/** Returns the owner's database URL, and a promise that rejects once the embedded database is lost for good. */
async function database({ env, dataDir }: Launch): Promise<{ ownerUrl: string; lost: Promise<never> }> {
  if (env.DATABASE_URL) return { ownerUrl: env.DATABASE_URL, lost: new Promise(() => undefined) };
  return step("Starting PostgreSQL", async () => {
    const starting = startEmbeddedPostgres({ dataDir });
    // A server that is still starting can only be stopped once it is up.
    undo.push(() => starting.then(({ stop }) => stop()).catch(() => undefined));
    const started = await unlessStopped(starting);
    const kept = keepPostgres(started, () => process.stderr.write("PostgreSQL had ended; it was started again\n"));
    undo.push(kept.stop);
    kept.failed.catch(() => undefined);
    return { ownerUrl: started.url, lost: kept.failed };
  });
}

/** Migrates the database and seeds an empty demo, in a child process. */
function prepare(
  { env, dataDir, demo, secrets }: Launch,
  ownerUrl: string,
): Promise<PrepareMessage & { kind: "done" }> {
  return step("Bringing the database up to date", async () => {
    const child = fork(fileURLToPath(new URL("./prepare.ts", import.meta.url)), [], {
      env: {
        ...process.env,
        ...secrets,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        DATABASE_URL: ownerUrl,
        DATA_DIR: dataDir,
        DEMO: demo ? "on" : "off",
        DEMO_SEED: demo && env.SEED !== "none" ? "on" : "off",
      },
      execArgv: REMEMBER_PACKAGES,
    });
    endWithUs(child);
    return new Promise((done, failed) => {
      child.on("message", (message: PrepareMessage) => {
        if (message.kind === "seeding") process.stdout.write("  seeding the demo's data …\n");
        else if (message.kind === "done") done(message);
        else failed(new StartFailure(`The database could not be prepared: ${message.reason}`));
      });
      child.on("error", ({ message }) => failed(new StartFailure(`The database could not be prepared: ${message}`)));
      child.on("exit", (code) => failed(new StartFailure(`The database could not be prepared (ended with ${code})`)));
    });
  });
}

/** Prepares the database, and starts it first if it is the embedded one. */
async function preparedDatabase(launch: Launch) {
  const { ownerUrl, lost } = await database(launch);
  return { lost, prepared: await unlessStopped(prepare(launch, ownerUrl)) };
}

async function buildWhenNeeded({ env, dev }: Launch): Promise<void> {
  if (dev || env.ROLE === "worker" || (await isBuilt(ROOT))) return;
  await step("Building the console (about a minute)", () => unlessStopped(build(ROOT, endWithUs)));
}

/**
 * Returns the server's environment: this process's variables, the secrets, and the database URLs of the application's
 * roles instead of the owner's.
 */
function serverEnvironment(launch: Launch, urls: PrepareMessage & { kind: "done" }): NodeJS.ProcessEnv {
  const { DATABASE_URL: _owner, DATABASE_READ_URL: _replicas, ...ours } = process.env;
  return {
    ...ours,
    ...launch.secrets,
    NODE_ENV: launch.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // A DNS lookup without an answer blocks a thread: with the default of four threads, four such webhook hosts blocked
    // all other lookups.
    UV_THREADPOOL_SIZE: ours.UV_THREADPOOL_SIZE ?? "16",
    DATA_DIR: launch.dataDir,
    DEMO: launch.demo ? "on" : "off",
    APP_DATABASE_URL: urls.appUrl,
    SANDBOX_DATABASE_URL: urls.sandboxUrl,
    APP_DATABASE_READ_URLS: urls.readUrls.join(","),
  };
}

async function run(): Promise<void> {
  const launch = await begin();
  const { env, dataDir, demo } = launch;
  const building = buildWhenNeeded(launch);
  // A failed build leaves an operator's database unchanged; the embedded one is prepared during the build.
  if (env.DATABASE_URL) await building;
  const [{ lost, prepared }] = await Promise.all([preparedDatabase(launch), building]);
  const organizations = await keptOrganizations(dataDir);
  // Written before the server reports that it is ready. A port that is not known yet is added below.
  if (demo) await writeDemoFile(dataDir, consoleAddress(env, env.PORT), organizations);

  const logFile = join(dataDir, LOG_FILE);
  const server = await unlessStopped(
    step("Starting the server", () => {
      const starting = startServer({
        environment: serverEnvironment(launch, prepared),
        logFile: demo && !launch.dev ? logFile : null,
        graceMs: graceOf(env),
        onStart: (pid) => noteServer(dataDir, pid),
      });
      undo.push(() => starting.then(({ stop }) => stop()).catch(() => undefined));
      return starting;
    }),
  );
  if (env.ROLE === "worker") {
    const address = server.port === null ? "" : `: ${httpAddress(env.HOST, server.port)}/api/ready`;
    process.stdout.write(`Clinical Records Console's worker is ready${address}\n`);
  } else if (demo && server.port !== null) {
    const file = await writeDemoFile(dataDir, consoleAddress(env, server.port), organizations);
    process.stdout.write(await demoWelcome(file, { credentials: join(dataDir, DEMO_FILE), log: logFile }));
  } else if (server.port !== null) {
    process.stdout.write(`Clinical Records Console is ready: ${consoleAddress(env, server.port)}\n`);
  }
  const code = await unlessStopped(Promise.race([server.ended, lost]));
  throw new StartFailure(`The server ended unexpectedly (${code ?? "killed"}); see ${demo ? logFile : "its log"}`);
}

async function stopEverything(): Promise<void> {
  undo.push(onStop);
  for (let last = undo.pop(); last; last = undo.pop()) {
    try {
      await last();
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stopAsked.reject(new Stopped(`Stopping (${signal}) …`)));
}
// The parent process has ended.
process.on("disconnect", () => stopAsked.reject(new Stopped("Stopping …")));
// The terminal may close before this process ends.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

let exitCode = 0;
try {
  await run();
} catch (error) {
  if (error instanceof Stopped) {
    process.stdout.write(`${error.message}\n`);
  } else {
    exitCode = 1;
    const expected = error instanceof StartFailure || error instanceof EnvironmentError;
    process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  }
}
await stopEverything();
process.exit(exitCode);
