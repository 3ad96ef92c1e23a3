import pino from "pino";
import { readEnvironment } from "./environment.ts";
import { singleton } from "./singleton.ts";

/**
 * What may stand in a log line. Everything else is dropped before it is written: a log is read by people and
 * systems that may not see patients' data or credentials, so a field is let in by name, never kept out by name.
 * Routes are templates (`GET /v1/patients/{mrn}`), never addresses as they were called.
 */
const FIELDS = [
  "attempt",
  "code",
  "count",
  "delivery_id",
  "duration_ms",
  "entries",
  "error_name",
  "event_id",
  "event_type",
  "job_id",
  "kind",
  "linked_account_id",
  "method",
  "missing",
  "operation",
  "organization_id",
  "port",
  "queue",
  "role",
  "route",
  "saved",
  "signal",
  "stack",
  "status",
] as const;

export type LogFields = { [Field in (typeof FIELDS)[number]]?: unknown };

/** The fields of the allow-list, and no others. */
export function allowedFields(given: Record<string, unknown>): LogFields {
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
  // Whoever read our output is gone; that must not end a process that is just closing its connections.
  output.on("error", () => undefined);
  return output;
}

/** This process's log: one JSON object per line on standard output. */
export const logger = singleton("logger", () => makeLogger());
