import { singleton } from "./singleton.ts";

/**
 * The permitted attributes of a span. People and systems without access to patients' data and credentials read traces, so
 * attributes are allowed by name, as log fields are: routes are templates, errors are names and codes, never texts.
 */
export interface SpanAttributes {
  "http.request.method"?: string;
  /** A template, such as `/v1/patients/{mrn}`. */
  "http.route"?: string;
  "http.response.status_code"?: number;
  "error.type"?: string;
  "crc.operation"?: string;
  "crc.job_id"?: number;
  "crc.attempt"?: number;
  "crc.event_id"?: string;
  "crc.delivery_id"?: string;
  "crc.target"?: string;
  "crc.linked_account_id"?: string;
  "crc.organization_id"?: string;
}

/**
 * The place of stored work in a trace, as W3C `traceparent` values: `parent` is the span that caused it, `attempt` that
 * of its last attempt, which the next one links to.
 */
export interface TraceContext {
  parent: string | null;
  attempt?: string;
}

export interface SpanStart {
  name: string;
  kind: "server" | "client" | "consumer" | "producer" | "internal";
  attributes: SpanAttributes;
  /** `traceparent` of the parent; null begins a trace; absent: the span in which the caller runs. */
  parent?: string | null;
  /** `traceparent` of an earlier attempt at the same work. */
  link?: string | undefined;
}

/** A span in progress. */
export interface Span {
  /** Names this span to others (W3C Trace Context). */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed; `type` is a name or a code, never a text that may quote a record. */
  fail(type: string): void;
  /** Runs work in this span and ends the span with it. An error that the work throws fails the span. */
  around<T>(work: () => Promise<T>): Promise<T>;
}

/** This process's tracing while it is on. */
export interface Tracing {
  start(span: SpanStart): Span;
  /** Returns the `traceparent` of the span in which the caller runs; null outside of any. */
  current(): string | null;
}

const makeSlot = (): { tracing: Tracing | null } => ({ tracing: null });

const slot = () => singleton("tracing", makeSlot);

/**
 * Returns this process's tracing; null while it is off, which is the default: callers then do nothing, and nothing of
 * OpenTelemetry is loaded.
 */
export const tracing = (): Tracing | null => slot().tracing;

/** Switches tracing on, or with null off. */
export function switchTracing(given: Tracing | null): void {
  slot().tracing = given;
}

/** Returns the place of new work that the caller's span causes; undefined while tracing is off. */
export function newTrace(): TraceContext | undefined {
  const on = tracing();
  return on ? { parent: on.current() } : undefined;
}

/** Begins an attempt at stored work, linked to the one before it. Returns null while tracing is off. */
export function attemptSpan(
  stored: TraceContext | null,
  span: Pick<SpanStart, "name" | "kind" | "attributes">,
): { span: Span; trace: TraceContext } | null {
  const on = tracing();
  if (!on) return null;
  const { parent = null, attempt: link } = stored ?? {};
  const begun = on.start({ ...span, parent, link });
  return { span: begun, trace: { parent, attempt: begun.traceparent } };
}

/** Returns the place of work that a stored piece of work causes: its last attempt is the parent. */
export const causedBy = (trace: TraceContext | null | undefined): TraceContext | null =>
  trace ? { parent: trace.attempt ?? trace.parent } : null;
