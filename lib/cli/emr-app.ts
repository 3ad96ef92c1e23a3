import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import {
  listDeploymentApps,
  removeDeploymentApp,
  setDeploymentApp,
} from "#lib/administration/emr-apps/deployment-apps";
import { DomainError } from "#lib/kernel/domain-error";
import { EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { StartFailure } from "#lib/kernel/start-failure";
import { onDatabase } from "./on-database.ts";

// The apps as which vendors have registered this deployment, for all organizations.

const COMMAND = "npm run emr-app";
const USAGE = `Usage:
  ${COMMAND} -- set ISSUER --client-id ID [--secret-file FILE] [--token-url URL] [--scopes SCOPES]
  ${COMMAND} -- list
  ${COMMAND} -- remove ISSUER
The secret is read from the file, or from the standard input.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

const OPTIONS = {
  "client-id": { type: "string" },
  "secret-file": { type: "string" },
  "token-url": { type: "string" },
  scopes: { type: "string" },
} as const;

type Values = { [Name in keyof typeof OPTIONS]?: string | undefined };

/** Registers an app. Its secret is no argument: other users of the machine see those. */
async function set(issuer: string, given: Values): Promise<void> {
  const file = given["secret-file"];
  const secret = (file === undefined ? await text(process.stdin) : await readFile(file, "utf8")).trim();
  const stored = await setDeploymentApp({
    issuer,
    client_id: given["client-id"],
    client_secret: secret,
    ...(given["token-url"] !== undefined && { token_url: given["token-url"] }),
    ...(given.scopes !== undefined && { scopes: given.scopes }),
  });
  say(`People of all organizations can sign in at ${stored}, where an organization has no app of its own`);
}

async function list(): Promise<void> {
  const apps = await listDeploymentApps();
  if (apps.length === 0) say("No app is registered for all organizations");
  for (const { issuer, client_id, scopes } of apps) say(`${issuer}: ${client_id}, ${scopes}`);
}

async function remove(issuer: string): Promise<void> {
  if (!(await removeDeploymentApp(issuer))) throw new StartFailure(`There is no app of ${issuer}`);
  say(
    `Removed the app of ${issuer}: accounts that were linked by it need another sign-in when their present access ends`,
  );
}

/** Returns what is to be done. Throws a StartFailure with the usage for arguments that name nothing. */
function asked(): () => Promise<void> {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
    const [verb, issuer, ...others] = positionals;
    if (others.length > 0) throw new Error("Too many arguments");
    if (verb === "list" && !issuer) return list;
    if (verb === "remove" && issuer) return () => remove(issuer);
    if (verb !== "set" || !issuer || !values["client-id"]) throw new Error("Say what to do");
    return () => set(issuer, values);
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

try {
  await onDatabase(readEnvironment(process.env), asked());
} catch (error) {
  const expected = [StartFailure, EnvironmentError, DomainError].some((kind) => error instanceof kind);
  const { name, message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  process.stderr.write(`${expected || code === "ENOENT" ? (error as Error).message : message || code || name}\n`);
  process.exitCode = 1;
}
