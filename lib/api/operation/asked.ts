import { z } from "zod";
import type { Call } from "#lib/api/endpoints/endpoint";
import { draftToSend } from "#lib/api/request/draft-to-send";
import { jobToCorrect } from "#lib/api/request/job-to-correct";
import type { Received } from "#lib/api/request/received-file";
import { unknownInWrite } from "#lib/api/request/unknown-in-write";
import type { InputOf, OperationDefinition } from "#lib/definitions/operation";
import type { ReceivedFile } from "#lib/definitions/received-file";
import { webhookTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { type Problem, problem } from "#lib/kernel/field-error";
import { callbackUrls, httpsCallbackUrls } from "#lib/kernel/fields";
import { type Metadata, metadata } from "#lib/kernel/metadata";
import { newTrace, type TraceContext } from "#lib/kernel/tracing";
import type { UnknownFields } from "#lib/kernel/unknown-fields";
import { problemsOf } from "#lib/kernel/validation";

/** An embedded view's token must not let its holder send results to a URL of their choice. */
const NO_CALLBACKS = "Not allowed: an embedded view cannot send callback_urls; nothing was saved";

interface ParsedBody<Definition extends OperationDefinition> {
  /** The body as it was sent. */
  body: Record<string, unknown>;
  input: InputOf<Definition>;
  callbackUrls: string[];
  /** Null if the request has none. */
  metadata: Metadata | null;
  unknown: UnknownFields;
  /** Null for an operation without a file. */
  file: ReceivedFile | null;
}

const ownData = z.object({ metadata: metadata.optional() });

const CALLBACKS = {
  added: z.object({ callback_urls: callbackUrls.optional() }),
  instead: z.object({ callback_urls: httpsCallbackUrls.optional() }),
};

/** Returns the schema of a whole body: that of its fields leaves out `callback_urls` and `metadata`. */
export const wholeBody = ({ input, takesMetadata, callbacks }: OperationDefinition) =>
  z.object({ ...input.shape, ...CALLBACKS[callbacks].shape, ...(takesMetadata !== false && ownData.shape) });

/** Returns a problem for each URL that deliveries may not reach (decisions §7). */
const targetProblems = (urls: readonly string[], given: unknown): Problem[] =>
  urls.flatMap((url, index) => {
    const refusal = checkTarget(url, webhookTargets());
    const field = Array.isArray(given) ? `callback_urls[${index}]` : "callback_urls";
    return refusal === null ? [] : problem(field, refusal, `callback_urls ${refusal}`);
  });

/** Checks the body's fields and its `callback_urls` together, so that one response names every problem. */
function parseBody<Definition extends OperationDefinition>(
  definition: Definition,
  known: z.ZodObject,
  { body, file, problems: ofFile }: Received,
  url: URL,
): ParsedBody<Definition> {
  const { callback_urls: given, ...others } = body;
  const { metadata: texts, ...withoutMetadata } = others;
  const takesMetadata = definition.takesMetadata !== false;
  const fields = takesMetadata ? withoutMetadata : others;
  const own = ownData.safeParse(takesMetadata && "metadata" in others ? { metadata: texts } : {});
  const input = definition.input.safeParse(fields);
  const callbacks = CALLBACKS[definition.callbacks].safeParse({ callback_urls: given });
  const urls = callbacks.data?.callback_urls ?? [];
  const problems = [
    ...(input.success ? [] : problemsOf(input.error, body)),
    ...(callbacks.success ? [] : problemsOf(callbacks.error, body)),
    ...(own.success ? [] : problemsOf(own.error, body)),
    ...targetProblems(urls, given),
    ...ofFile,
  ];
  if (problems.length > 0) throw invalid(problems);
  return {
    body,
    input: withoutContent(definition, input.data ?? {}) as InputOf<Definition>,
    callbackUrls: urls,
    metadata: own.data?.metadata ?? null,
    unknown: unknownInWrite(known, body, url),
    file,
  };
}

/** Returns the input that a job keeps: without the content of a file, which the file's record keeps. */
function withoutContent({ file }: OperationDefinition, input: Record<string, unknown>): Record<string, unknown> {
  if (!file) return input;
  const { [file.content]: _, ...others } = input;
  return others;
}

/** What a request asks for, as far as it says so itself. */
export type Asked<Definition extends OperationDefinition> = ParsedBody<Definition> & {
  draftId: string | null;
  /** Id of the failed job that the request corrects. */
  correctsId: number | null;
  /** Several acceptances share a transaction, which runs in the span of one of them. */
  trace: TraceContext | undefined;
};

/**
 * Reads and validates a request for an operation. Throws 400 for every field at fault at once, 403 for callbacks of an
 * embedded view.
 */
export function readAsked<Definition extends OperationDefinition>(
  definition: Definition,
  known: z.ZodObject,
  call: Call,
  received: Received,
): Asked<Definition> {
  const body = withoutRefusedNulls(known, received.body);
  const named = { draftId: draftToSend(call.request, call.principal), correctsId: jobToCorrect(call.request) };
  const asked = { ...parseBody(definition, known, { ...received, body }, call.url), ...named, trace: newTrace() };
  if (call.principal.embed && asked.callbackUrls.length > 0) throw new DomainError("forbidden", NO_CALLBACKS);
  return asked;
}
