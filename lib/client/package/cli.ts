#!/usr/bin/env node
import { parseArgs } from "node:util";
import { clientOptionsOf } from "./cli-credentials.ts";
import { UsageError } from "./cli-errors.ts";
import { listen } from "./cli-listen.ts";
import { replay } from "./cli-replay.ts";
import { stopSignal } from "./cli-stop.ts";
import { trigger } from "./cli-trigger.ts";
import { createClient } from "./client.ts";
import { RecordsError } from "./errors.ts";
import type { Change, ChangesOptions, Client, StreamMessage } from "./face.d.ts";

const HELP = `records <command>

  listen --forward <address>       forward the account's events to an address of this machine, signed as deliveries are
  tail [--json]                    print the account's events and job states as they come
  tail --changes [--kinds <kinds>] [--cursor <cursor>] [--json]
                                   print what changes of the account's records, from now on or after a cursor
  replay <event id>                deliver an event again
  replay --since <time> [--until <time>] [--dry-run]
                                   deliver the events of a range again, or count them; times are ISO 8601
  trigger <operation> [--data <JSON>]
                                   send an operation's sample to an account of the sandbox; --data replaces fields

Environment: RECORDS_URL (ends in /v1), CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN. listen also takes WEBHOOK_SECRET, the
secret of the endpoint or the API client, and asks for it otherwise.
Exit codes: 0 done, 1 refused or no answer, 2 the command cannot run as it was given.
`;

const OPTIONS = {
  forward: { type: "string" },
  json: { type: "boolean" },
  changes: { type: "boolean" },
  kinds: { type: "string" },
  cursor: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  "dry-run": { type: "boolean" },
  data: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const lineOf = (message: StreamMessage): string =>
  message.kind === "event"
    ? `${message.event.created} ${message.event.type} ${message.event.id}`
    : `${message.job.at} ${message.job.type} job ${message.job.job_id} ${message.job.status}`;

async function tail(client: Client, json: boolean, signal: AbortSignal): Promise<void> {
  for await (const message of client.events({ signal })) print(json ? JSON.stringify(message) : lineOf(message));
}

const changeLineOf = ({ noticed_at, kind, change, id, updated_fields, job_id }: Change): string =>
  [
    `${noticed_at} ${kind} ${change} ${id}`,
    ...(updated_fields.length > 0 ? [updated_fields.join(",")] : []),
    ...(job_id === null ? [] : [`job ${job_id}`]),
  ].join(" ");

async function tailChanges(client: Client, options: ChangesOptions, json: boolean): Promise<void> {
  for await (const change of client.changes(options)) print(json ? JSON.stringify(change) : changeLineOf(change));
}

async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parsed(argv);
  const [command, subject, ...more] = positionals;
  if (values.help || command === undefined) return print(HELP);
  if (more.length > 0) throw new UsageError(`${more.join(" ")} is not expected`);
  const client = createClient(clientOptionsOf(process.env));
  if (command === "listen") {
    return listen(client, { to: values.forward, env: process.env, signal: stopSignal(process.env), print });
  }
  if (command === "tail" && values.changes) {
    const kinds = values.kinds?.split(",").map((kind) => kind.trim()) as ChangesOptions["kinds"];
    const options = { kinds, cursor: values.cursor, signal: stopSignal(process.env) };
    return tailChanges(client, options, values.json ?? false);
  }
  if (command === "tail") return tail(client, values.json ?? false, stopSignal(process.env));
  if (command === "trigger") return print(JSON.stringify(await trigger(client, subject, values.data), null, 2));
  if (command === "replay") {
    const { since, until, "dry-run": dryRun = false } = values;
    return print(await replay(client, { event: subject, since, until, dryRun }));
  }
  throw new UsageError(`${command} is no command: see records --help`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof RecordsError)) throw error;
  process.stderr.write(`records: ${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
