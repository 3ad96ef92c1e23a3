import pg from "pg";
import { primaryUrl } from "#lib/db/primary";
import { EnvironmentError, required } from "#lib/kernel/environment";
import { StartFailure } from "#lib/kernel/start-failure";
import { assertDistributable } from "./distribute/checks.ts";
import { distribute, letDefinerIn } from "./distribute/distribute.ts";

/** Arbitrary key of the advisory lock that a run holds. */
const LOCK = 7_310_423;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Returns what went wrong, in words where a stack would tell nothing. */
function wordsOf(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (error instanceof StartFailure || error instanceof EnvironmentError) return message;
  const isOfConnection = code !== undefined || message.startsWith("Connection terminated");
  return isOfConnection ? `${message || code}\nWhat is distributed stands: run it again` : (stack ?? message);
}

async function run(): Promise<void> {
  const client = new pg.Client({
    connectionString: await primaryUrl(required("DATABASE_URL")),
    application_name: "crc-distribute",
  });
  // A connection that is lost makes its statement fail as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [LOCK]);
    if (!rows[0]?.alone) throw new StartFailure("Another run is at work");
    await assertDistributable(client);
    const count = await distribute(client, say);
    await letDefinerIn(client);
    say(count === 0 ? "Everything was distributed already" : `Distributed ${count} tables`);
  } finally {
    await client.end();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
