import { parseArgs } from "node:util";
import { EnvironmentError, required } from "#lib/kernel/environment";
import { parseId } from "#lib/kernel/id";
import { StartFailure } from "#lib/kernel/start-failure";
import { moveOrganization } from "./move-organization/move.ts";

const USAGE = "npm run move-organization -- ORGANIZATION_ID [--part-people]";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Reads the arguments. Throws a StartFailure with the usage if they are not as they must be. */
function asked(): { organization: string; partsPeople: boolean } {
  try {
    const options = { "part-people": { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const organization = positionals.length === 1 ? parseId(positionals[0] ?? "") : null;
    if (!organization) throw new Error("The id of an organization is missing or invalid");
    return { organization, partsPeople: values["part-people"] };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

try {
  const move = asked();
  const urls = { from: required("DATABASE_URL"), to: required("TARGET_DATABASE_URL") };
  const { rows, copied } = await moveOrganization({ ...move, ...urls });
  if (!copied) say("An earlier run had copied the organization; its rows were removed at their origin");
  for (const [table, count] of rows) say(`${table}: ${count}`);
  say(
    "Moved. Start the target with the source's ENCRYPTION_KEY in ENCRYPTION_KEYS_PREVIOUS, then run rotate-keys there",
  );
} catch (error) {
  const expected = error instanceof StartFailure || error instanceof EnvironmentError;
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
