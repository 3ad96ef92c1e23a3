import pino from "pino";
import { readEnvironment } from "./environment.ts";
import { singleton } from "./singleton.ts";

/**
 * The fields that a log line may contain; all others are dropped. People and systems without access to patients' data
 * and credentials read logs, so fields are allowed by name and never merely excluded by name. Routes are templates
 * (`GET /v1/patients/{mrn}`), never actual addresses.
 */
const FIELDS = [
  "attempt",
  "channel",
  "code",
  "count",
  "delivery_id",
  "duration_ms",
  "endpoint_id",
  "entries",
  "error_name",
  "event_id",
  "event_type",
  "hash",
  "job_id",
  "kind",
  "linked_account_id",
  "mail_id",
  "method",
  "missing",
  "operation",
  "organization_id",
  "outcome",
  "pool",
  "port",
  "queue",
  "replica",
  "role",
  "route",
  "saved",
  "seal",
  "signal",
  "stack",
  "status",
] as const;

export type LogFields = { [Field in (typeof FIELDS)[number]]?: unknown };

/** Returns the fields that a log may have; any other could hold what is a patient's. */
export function allowedFields(given: Readonly<Record<string, unknown>>): LogFields {
  return Object.fromEntries(FIELDS.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]));
}

function makeLogger(destination?: pino.DestinationStream) {
  const { LOG_LEVEL } = readEnvironment({ LOG_LEVEL: process.env.LOG_LEVEL });
  return pino(
    {
      level: LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowedFields },
    },
    destination ?? standardOutput(),
  );
}

function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  // A closed output must not end a process that is closing its connections.
  output.on("error", () => undefined);
  return output;
}

type WriteLine = (fields: LogFields, message: string) => void;

/** Writes lines. A field that would be dropped does not compile. */
interface Logger {
  readonly level: string;
  info: WriteLine;
  warn: WriteLine;
  error: WriteLine;
}

/** This process's logger: one JSON object per line on standard output. */
export const logger: Logger = singleton("logger", () => makeLogger());
