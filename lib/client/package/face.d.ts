import type { CallOptions } from "./call.d.ts";
import type {
  Change,
  ConflictError,
  Error as ErrorBody,
  EventData,
  FieldError,
  ForbiddenError,
  JobStatus,
  Methods,
  PreconditionError,
} from "./operations.d.ts";

export type { Call, CallOptions, Each } from "./call.d.ts";
export type * from "./operations.d.ts";

/** The three headers of an integrator, by the names of the interface. For back ends alone, never for a page. */
export interface IntegratorCredentials {
  client_id: string;
  client_secret: string;
  access_token: string;
}

/** The token of an embedded view's session. */
export interface EmbedCredentials {
  embed_token: string;
}

export type Credentials = IntegratorCredentials | EmbedCredentials;

export interface ClientOptions {
  /** The address of the interface, which ends in `/v1`. */
  baseUrl: string;
  credentials: Credentials;
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** An event as it is delivered; `type` names the kind of event, which determines the shape of `data`. */
export type RecordsEvent = {
  [Type in keyof EventData]: {
    id: string;
    object: "event";
    /** ISO 8601. */
    created: string;
    type: Type;
    data: EventData[Type];
    access_token_reference_id?: string;
    /** Ties to the acceptance; absent from events that no job sends. */
    job_id?: string;
    action?: "ehr_sync";
  };
}[keyof EventData];

/** A job's state as the stream reports it. */
export interface JobState {
  job_id: number;
  /** The id of its operation. */
  type: string;
  status: JobStatus;
  attempt: number;
  /** ISO 8601. */
  at: string;
}

/** A message of the stream; its `id` resumes after it. */
export type StreamMessage =
  | { id: string; kind: "event"; event: RecordsEvent }
  | { id: string; kind: "job" | "standing"; job: JobState };

export interface EventsOptions {
  /** The id of the last message that was handled: the stream goes on after it, without a gap. */
  lastEventId?: string | undefined;
  /** Ends the stream. */
  signal?: AbortSignal | undefined;
}

/**
 * The account's messages as they come. A lost connection is resumed without a gap; refused credentials throw a
 * RecordsError. Ends with `break` or the signal.
 */
export type Events = (options?: EventsOptions) => AsyncGenerator<StreamMessage, void, undefined>;

export interface ChangesOptions {
  /** The kinds of records; by default all that the caller may read. */
  kinds?: readonly Change["kind"][] | undefined;
  /** The `cursor` of the last change that was handled, or of an earlier answer: goes on after it. Without one from now on. */
  cursor?: string | undefined;
  /** Pause between two looks while nothing changes, in milliseconds. Default 10,000. */
  everyMs?: number | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
}

/**
 * The changes of the account's records as they are noticed, oldest first. Goes on after failures that pass; a cursor that
 * is too old throws a RecordsError with status 410. Ends with `break` or the signal.
 */
export type Changes = (options?: ChangesOptions) => AsyncGenerator<Change, void, undefined>;

/** A method for every operation and read of the interface, `events()`, the stream, and `changes()`, the feed. */
export type Client = Omit<Methods, "changes" | "events"> & {
  changes: Changes & Methods["changes"];
  events: Events & Methods["events"];
};

/** A request that was refused, or that had no answer. */
export declare class RecordsError extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The invalid fields. */
  readonly errors: readonly FieldError[];
  /** Seconds until the next attempt; null if the server named none. */
  readonly retryAfter: number | null;
  /** The whole body; null if there was none. */
  readonly body: ErrorBody | ConflictError | ForbiddenError | PreconditionError | null;
  /** Whether a write may have been saved although it failed: repeat it with the same key. */
  readonly mayHaveBeenSaved: boolean;
  constructor(
    status: number,
    message: string,
    details?: {
      body?: ErrorBody | ConflictError | ForbiddenError | PreconditionError | null;
      retryAfter?: number | null;
    },
  );
}

/** A webhook that is not to be trusted: no signature, a wrong one, or one that is too old. */
export declare class WebhookError extends Error {}

/** A web Request, or what another framework has of it. `body` is the exact text or bytes that came. */
export type WebhookRequest =
  | Pick<Request, "headers" | "text">
  | {
      headers: Pick<Headers, "get"> | Readonly<Record<string, string | string[] | undefined>>;
      body: string | Uint8Array | ArrayBuffer;
    };

/** Returns a client of one linked account. Throws a TypeError that says what is missing. */
export declare const createClient: (options: ClientOptions) => Client;

/**
 * Verifies a delivery by Standard Webhooks and returns its event. `secret` is the endpoint's (`whsec_…`), or the API
 * client's for `callback_urls`; several are tried. Throws a WebhookError. The same event may come more than once: drop
 * an `id` that was handled.
 */
export declare const verifyWebhook: (
  request: WebhookRequest,
  secret: string | readonly string[],
) => Promise<RecordsEvent>;

/** Signs a body as deliveries are signed, for tests of a receiver: returns the three headers. */
export declare const signWebhook: (
  webhook: { id: string; body: string; at?: Date | undefined },
  secret: string,
) => Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;

/** The deployment and the caller of `send`. */
export interface Transport {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
}

/** Options of a call as the transport takes them. */
export type SendOptions = CallOptions;
