/** The options of a single call besides its input. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time for the call with all of its retries, in milliseconds. Default 60,000. */
  deadlineMs?: number | undefined;
  /** Number of retries after a passing failure. Default 4. */
  retries?: number | undefined;
  /** Of a write: its key, if the caller keeps one. By default each call has a new one. */
  idempotencyKey?: string | undefined;
  /** Of a change: the record's `etag` as the caller has read it. Rejects with 412 if the record has changed since. */
  ifMatch?: string | undefined;
}

interface Described {
  input: object;
  answer: unknown;
}

interface Listed extends Described {
  row: unknown;
}

/** Whether every field of the input is optional. */
type MayBeLeftOut<Input> = Record<never, never> extends Input ? true : false;

/** A method of the client: sends the input, and resolves to the answer's whole body. Rejects with a RecordsError. */
export type Call<Operation extends Described> =
  MayBeLeftOut<Operation["input"]> extends true
    ? (input?: Operation["input"], options?: CallOptions) => Promise<Operation["answer"]>
    : (input: Operation["input"], options?: CallOptions) => Promise<Operation["answer"]>;

/** Every row of a list, read page after page as it is iterated. Throws a RecordsError. */
export type Each<Operation extends Listed> =
  MayBeLeftOut<Operation["input"]> extends true
    ? (input?: Operation["input"], options?: CallOptions) => AsyncGenerator<Operation["row"], void, undefined>
    : (input: Operation["input"], options?: CallOptions) => AsyncGenerator<Operation["row"], void, undefined>;
