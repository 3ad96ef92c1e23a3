import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { REMEMBER_PACKAGES } from "#lib/launcher/server-process";
import type { Query } from "#lib/testing/cut-jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { killWorker, until } from "#lib/testing/worker-process";
import type { Asked, Read } from "./reader-process.ts";

const PROCESS = fileURLToPath(new URL("reader-process.ts", import.meta.url));

/** By this name PostgreSQL knows the reader's connections. */
const NAME = "crc-reader";
/** Longest time in which PostgreSQL ends the connections of a killed process. */
const ENDED_MS = 30_000;

/** Returns the address of a database for connections that have the reader's name. */
function named(url: string | undefined): string {
  const address = new URL(url ?? "");
  address.searchParams.set("application_name", NAME);
  return address.toString();
}

/** A process that reads an account, and can be killed at any moment. */
export class Reader {
  readonly #account: TestAccount;
  readonly #query: Query;
  #process: ChildProcess | null = null;

  constructor(account: TestAccount, query: Query) {
    this.#account = account;
    this.#query = query;
  }

  /** Starts the process if none is there. */
  async start(): Promise<void> {
    if (this.#process) return;
    const started = fork(PROCESS, [JSON.stringify(this.#account.tenant)], {
      env: {
        ...process.env,
        APP_DATABASE_URL: named(process.env.APP_DATABASE_URL),
        SANDBOX_DATABASE_URL: named(process.env.SANDBOX_DATABASE_URL),
        NODE_ENV: "production",
      },
      execArgv: REMEMBER_PACKAGES,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process = started;
    const ready = await this.#heard(started);
    if (!ready) throw new Error("The reader ended before it could read");
  }

  /** Returns what the process says next; null if it ends before. */
  async #heard(reading: ChildProcess): Promise<Read | null> {
    if (reading.exitCode !== null || reading.signalCode !== null) return null;
    const over = new AbortController();
    const { signal } = over;
    try {
      return await Promise.race([
        once(reading, "message", { signal }).then(([read]) => read as Read),
        once(reading, "exit", { signal }).then(() => null),
      ]);
    } finally {
      over.abort();
    }
  }

  /** Lets the started process read. Returns how that ended; null if the process was killed before. */
  async read(asked: Asked): Promise<Read | null> {
    const reading = this.#process;
    if (!reading) throw new Error("The reader is not there");
    const heard = this.#heard(reading);
    reading.send(asked);
    return heard;
  }

  /** Kills the process, and waits until PostgreSQL has ended what it had sent. */
  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = null;
    if (!killed) return;
    await killWorker(killed);
    const connected = () =>
      this.#query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", [NAME]);
    await until(async () => (await connected()).length === 0, ENDED_MS);
  }
}
