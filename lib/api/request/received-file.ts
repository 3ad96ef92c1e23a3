import { createHash } from "node:crypto";
import type { Call } from "#lib/api/endpoints/endpoint";
import type { FileFields } from "#lib/definitions/operation";
import type { ReceivedFile } from "#lib/definitions/received-file";
import { type Problem, problem } from "#lib/kernel/field-error";
import { FileTypeJudge } from "#lib/kernel/file-type";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { dropReceived, receivePart } from "#lib/resources/documents/received";
import { FILE_PART, multipartType, readMultipart } from "./multipart.ts";

/** Bytes of a file that are in memory at a time. */
const PART_BYTES = 512 * 1024;

/** Stores a file in parts while it arrives. */
class Receiving {
  readonly id = newId();
  readonly #tenant: AccountTenant;
  readonly #hash = createHash("sha256");
  readonly #judge = new FileTypeJudge();
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #parts = 0;
  #size = 0;

  constructor(tenant: AccountTenant) {
    this.#tenant = tenant;
  }

  async take(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#judge.take(chunk);
    this.#size += chunk.byteLength;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes >= PART_BYTES) await this.#store();
  }

  /** Returns the whole file, or why it cannot be taken. */
  async end(field: string): Promise<ReceivedFile | Problem> {
    if (this.#size === 0) return problem(field, "must not be empty");
    const type = this.#judge.end();
    if (type === null) return problem(field, "must be a PDF, JPEG, PNG, TIFF or text in UTF-8");
    if (this.#waitingBytes > 0) await this.#store();
    return { id: this.id, size: this.#size, sha256: this.#hash.digest("hex"), type };
  }

  /** Removes the parts that are stored, unless a document has taken them over. */
  async drop(): Promise<void> {
    if (this.#parts > 0) await dropReceived(this.#tenant, this.id);
  }

  async #store(): Promise<void> {
    const content = Buffer.concat(this.#waiting, this.#waitingBytes);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    const number = this.#parts;
    // Counted before, since a lost answer does not say that nothing is stored.
    this.#parts += 1;
    await receivePart(this.#tenant, { documentId: this.id, number, content });
  }
}

/** The texts of a request, its file, and what is wrong with that. */
export interface Received {
  /** The body, with the file's digest in place of its content: a repeated request is compared by it. */
  body: Record<string, unknown>;
  file: ReceivedFile | null;
  problems: Problem[];
}

/** Fields of a multipart body that are JSON. */
const JSON_FIELDS = ["callback_urls", "metadata"];

function readValue(name: string, text: string): unknown {
  if (!JSON_FIELDS.includes(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the file with its digest in the body, or its problem. */
function receivedOf(body: Record<string, unknown>, found: ReceivedFile | Problem, { content }: FileFields): Received {
  const isFile = "sha256" in found;
  const digest = isFile ? `sha256:${found.sha256}` : "-";
  return { body: { ...body, [content]: digest }, file: isFile ? found : null, problems: isFile ? [] : [found] };
}

async function receiveMultipart(call: Call, type: string, receiving: Receiving, names: FileFields): Promise<Received> {
  const { fields, fileName } = await readMultipart(call.request, type, (chunk) => receiving.take(chunk));
  await call.judgeAgain();
  const body: Record<string, unknown> = Object.fromEntries(
    // A form sends its empty fields too.
    [...fields].filter(([, text]) => text !== "").map(([name, text]) => [name, readValue(name, text)]),
  );
  if (names.content in body) {
    const found = problem(names.content, `must not be sent beside the part ${FILE_PART}`);
    return receivedOf(body, found, names);
  }
  if (fileName && body[names.name] === undefined) body[names.name] = fileName;
  const missing = problem(FILE_PART, "is required", `Missing required field: ${FILE_PART}`);
  return receivedOf(body, fileName === null ? missing : await receiving.end(FILE_PART), names);
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

async function receiveJson(call: Call, receiving: Receiving, names: FileFields): Promise<Received> {
  const body = await call.body();
  const content = body[names.content];
  // The schema says what is wrong with it.
  if (typeof content !== "string" || content === "") return { body, file: null, problems: [] };
  if (content.length % 4 !== 0 || !BASE64.test(content))
    return receivedOf(body, problem(names.content, "must be base64"), names);
  await receiving.take(Buffer.from(content, "base64"));
  return receivedOf(body, await receiving.end(names.content), names);
}

/**
 * Receives a request with a file, in `multipart/form-data` or in JSON, and hands it to `work`. Its parts are removed afterwards:
 * a request that is refused, or whose client leaves, leaves nothing. Throws as `readMultipart` and `readJsonObject` do.
 */
export async function withReceivedFile<Result>(
  call: Call,
  names: FileFields,
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  const { organizationId, linkedAccountId } = call.principal;
  const receiving = new Receiving({ organizationId, linkedAccountId });
  try {
    const type = multipartType(call.request.headers);
    const received = await (type === null
      ? receiveJson(call, receiving, names)
      : receiveMultipart(call, type, receiving, names));
    return await work(received);
  } finally {
    // What is left here, such as by a database that is away, is removed within an hour (lib/jobs/retention).
    await receiving.drop().catch(() => undefined);
  }
}
