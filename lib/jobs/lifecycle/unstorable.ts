import { ZodError } from "zod";
import { brokenConstraint, driverError } from "#lib/db/unavailable";

/** SQLSTATEs of a character that PostgreSQL's text cannot hold, such as NUL. */
const BAD_CHARACTER = new Set(["22021", "22P05"]);

/** Returns why the EMR's response cannot be stored here, without quoting the response. */
export function unstorableReason(error: unknown): string {
  return `The EMR's answer could not be stored here: ${problemOf(error)}`;
}

function problemOf(error: unknown): string {
  if (error instanceof ZodError) {
    const fields = [...new Set(error.issues.map(({ path }) => path.join(".")))];
    return `it does not fit the event (${fields.join(", ")})`;
  }
  const { code, name } = driverError(error);
  const constraint = brokenConstraint(error);
  if (constraint) return `it breaks the constraint ${constraint}`;
  if (code && BAD_CHARACTER.has(code)) return "it has a character that cannot be stored";
  return code ? `PostgreSQL refused it (${code})` : `unexpected ${name}`;
}
