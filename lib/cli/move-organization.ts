import { parseArgs } from "node:util";
import { EnvironmentError, required } from "#lib/kernel/environment";
import { parseId } from "#lib/kernel/id";
import { StartFailure } from "#lib/kernel/start-failure";
import { giveUpMove, moveOrganization } from "./move-organization/move.ts";

const USAGE = "npm run move-organization -- ORGANIZATION_ID [--part-people | --give-up]";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Reads the arguments. Throws a StartFailure with the usage if they are not as they must be. */
function asked(): { organization: string; partsPeople: boolean; givesUp: boolean } {
  try {
    const flag = { type: "boolean", default: false } as const;
    const options = { "part-people": flag, "give-up": flag };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const organization = positionals.length === 1 ? parseId(positionals[0] ?? "") : null;
    if (!organization) throw new Error("The id of an organization is missing or invalid");
    return { organization, partsPeople: values["part-people"], givesUp: values["give-up"] };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

/** Returns what went wrong, in words where a stack would tell nothing; a database's detail may hold data of a patient. */
function wordsOf(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (error instanceof StartFailure || error instanceof EnvironmentError) return message;
  if (code === "55P03") return "The tables are in use: stop every process of both deployments first; nothing was moved";
  const isOfConnection = code !== undefined || message.startsWith("Connection terminated");
  return !isOfConnection ? (stack ?? message) : `${message || code}\nThe move has not ended: run it again`;
}

try {
  const { givesUp, ...move } = asked();
  const between = { ...move, from: required("DATABASE_URL"), to: required("TARGET_DATABASE_URL") };
  if (givesUp) {
    await giveUpMove(between);
    say("Given up: the organization stays, and its processes may start");
  } else {
    const { rows, copied } = await moveOrganization(between);
    if (!copied) say("An earlier run had copied the organization; its rows were removed at their origin");
    for (const [table, count] of rows) say(`${table}: ${count}`);
    say(
      "Moved. Start the target with the source's ENCRYPTION_KEY in ENCRYPTION_KEYS_PREVIOUS, then run rotate-keys there",
    );
  }
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
