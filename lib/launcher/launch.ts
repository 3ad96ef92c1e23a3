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
import type { PrepareMessage } from "./prepare.ts";
import { step } from "./progress.ts";
import { deploymentSecrets, type Secrets } from "./secrets.ts";
import { startServer } from "./server-process.ts";
import { demoWelcome } from "./welcome.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOG_FILE = "server.log";
/** Node.js keeps here what it made of our source and of packages: it takes a third off the server's start. */
const COMPILE_CACHE = join(ROOT, "node_modules", ".cache", "node");

interface Launch {
  env: Environment;
  dataDir: string;
  demo: boolean;
  dev: boolean;
  secrets: Secrets;
}

/** What has been started and must be stopped, in this order reversed. */
const undo: (() => Promise<unknown> | unknown)[] = [];
/** What is done before anything of it is stopped. */
let onStop: () => Promise<void> = async () => undefined;
const stopAsked = Promise.withResolvers<never>();
// Whoever waits for it also hears of it; before that nobody does.
stopAsked.promise.catch(() => undefined);

/** Ends a start or a run that was asked to stop. */
class Stopped extends Error {}

/** Work that is given up on as soon as we are asked to stop. */
const unlessStopped = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, stopAsked.promise]);

/** A child that must end with us, while it runs. */
function endWithUs(child: ChildProcess): void {
  undo.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
}

/** Everything that is the same at each start: who we are, where our data lies, what was given. */
async function begin(): Promise<Launch> {
  const env = readEnvironment(process.env);
  if (env.ROLE === "worker" && env.INTERNAL_URL === undefined) {
    throw new StartFailure("INTERNAL_URL must be set where ROLE is worker: it names where the console's inbox answers");
  }
  const dataDir = resolve(ROOT, env.DATA_DIR);
  await claimDataDir(dataDir);
  await outliveOldServer(dataDir);
  if ((env.ROLE !== "worker" || isGiven("PORT")) && env.PORT !== 0) await checkPort(env);
  const secrets = await deploymentSecrets(env, dataDir);
  return { env, dataDir, demo: isDemo(env), dev: process.argv.includes("--dev"), secrets };
}

async function claimDataDir(dataDir: string): Promise<void> {
  try {
    await makeDataDir(dataDir);
    await claim(dataDir);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(`DATA_DIR ${dataDir} must be a folder that can be made and written to (${code ?? message})`);
  }
  undo.push(() => release(dataDir));
  onStop = () => noteStopping(dataDir);
}

/** Says so before anything slow is done. */
async function checkPort({ HOST, PORT }: Environment): Promise<void> {
  const probe = createServer().listen(PORT, HOST);
  try {
    await once(probe, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartFailure(`Port ${PORT} on ${HOST} is taken: stop what uses it, or set PORT`);
    throw new StartFailure(`Can't listen on port ${PORT} of ${HOST} (${code}): set HOST and PORT`);
  }
  await new Promise((closed) => probe.close(closed));
}

/** The owner's address of the database, and what tells that it is lost for good. */
async function database({ env, dataDir }: Launch): Promise<{ ownerUrl: string; lost: Promise<never> }> {
  if (env.DATABASE_URL) return { ownerUrl: env.DATABASE_URL, lost: new Promise(() => undefined) };
  return step("Starting PostgreSQL", async () => {
    const starting = startEmbeddedPostgres({ dataDir });
    // Asked to stop while it starts: it must be up before it can be stopped.
    undo.push(() => starting.then(({ stop }) => stop()).catch(() => undefined));
    const started = await unlessStopped(starting);
    const kept = keepPostgres(started, () => process.stderr.write("PostgreSQL had ended; it was started again\n"));
    undo.push(kept.stop);
    kept.failed.catch(() => undefined);
    return { ownerUrl: started.url, lost: kept.failed };
  });
}

/** Migrates, and seeds an empty demo. */
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
      execArgv: [],
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

/** Starts the database, if it is ours, and prepares it. */
async function preparedDatabase(launch: Launch) {
  const { ownerUrl, lost } = await database(launch);
  return { lost, prepared: await unlessStopped(prepare(launch, ownerUrl)) };
}

async function buildWhenNeeded({ env, dev }: Launch): Promise<void> {
  if (dev || env.ROLE === "worker" || (await isBuilt(ROOT))) return;
  await step("Building the console (about half a minute)", () => unlessStopped(build(ROOT, endWithUs)));
}

/** The server's environment: ours, the secrets, and the application's own ways into the database, not the owner's. */
function serverEnvironment(launch: Launch, urls: { appUrl: string; sandboxUrl: string }): NodeJS.ProcessEnv {
  const { DATABASE_URL: _owner, ...ours } = process.env;
  return {
    ...ours,
    ...launch.secrets,
    NODE_ENV: launch.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // A receiver's name that nobody answers for holds a thread; of the usual four, four of them held up every other name.
    UV_THREADPOOL_SIZE: ours.UV_THREADPOOL_SIZE ?? "16",
    DATA_DIR: launch.dataDir,
    DEMO: launch.demo ? "on" : "off",
    APP_DATABASE_URL: urls.appUrl,
    SANDBOX_DATABASE_URL: urls.sandboxUrl,
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
  // Before the server says that it is ready; a port that is not known yet is filled in below.
  if (demo) await writeDemoFile(dataDir, consoleAddress(env, env.PORT), organizations);

  const logFile = join(dataDir, LOG_FILE);
  const server = await unlessStopped(
    step("Starting the server", () => {
      const starting = startServer({
        environment: serverEnvironment(launch, prepared),
        logFile: demo && !launch.dev ? logFile : null,
        onStart: (pid) => noteServer(dataDir, pid),
      });
      undo.push(() => starting.then(({ stop }) => stop()).catch(() => undefined));
      return starting;
    }),
  );
  if (env.ROLE === "worker") {
    const told = server.port === null ? "" : `: ${httpAddress(env.HOST, server.port)}/api/ready`;
    process.stdout.write(`Clinical Records Console's worker is ready${told}\n`);
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
// Whoever started us is gone.
process.on("disconnect", () => stopAsked.reject(new Stopped("Stopping …")));
// The terminal may be gone before us.
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
