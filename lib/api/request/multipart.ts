import { once } from "node:events";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { assertPlain } from "#lib/kernel/body";
import { badRequest, DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { isStorable } from "#lib/kernel/storable-text";
import { MAX_UPLOAD_BYTES, MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";

/** Name of the part with the file. */
export const FILE_PART = "file";

const LIMITS = {
  fileSize: MAX_UPLOADED_FILE_BYTES,
  files: 1,
  fields: 30,
  fieldSize: 65_536,
  fieldNameSize: 100,
  parts: 31,
  headerPairs: 20,
  headerSize: 8_192,
};

export interface Multipart {
  fields: ReadonlyMap<string, string>;
  /** The name that the part of the file has, without a path (RFC 7578, section 4.2); null without a file. */
  fileName: string | null;
}

const notWhole = () => badRequest("The body is not a whole multipart/form-data; nothing was saved");

/** Returns the type of a multipart body, with its boundary; null for a body of another type. */
export function multipartType(headers: Headers): string | null {
  const type = headers.get("content-type") ?? "";
  return /^multipart\/form-data\s*(;|$)/i.test(type.trim()) ? type : null;
}

function parserOf(type: string) {
  try {
    const headers: BusboyHeaders = { "content-type": type };
    return new Busboy({ headers, limits: LIMITS });
  } catch {
    throw badRequest("The Content-Type of a multipart/form-data must name its boundary");
  }
}

/** Reads one multipart body. Whatever refuses it first ends the reading. */
class MultipartReading {
  readonly #fields = new Map<string, string>();
  readonly #parser: ReturnType<typeof parserOf>;
  readonly #take: (chunk: Uint8Array) => Promise<void>;
  readonly #refused = Promise.withResolvers<never>();
  readonly #ended = Promise.withResolvers<void>();
  #fileName: string | null = null;
  #stream: Readable | null = null;
  #file: Promise<void> = Promise.resolve();
  #isRefused = false;

  constructor(type: string, take: (chunk: Uint8Array) => Promise<void>) {
    this.#parser = parserOf(type);
    this.#take = take;
    // It is awaited only while something else is.
    this.#refused.promise.catch(() => undefined);
    this.#parser.on("field", (name, value, _nameCut, isCut) => this.#addField(name, value, isCut));
    this.#parser.on("file", (name, stream, fileName) => {
      this.#stream = stream;
      stream.on("error", () => this.#refuse(notWhole()));
      this.#file = this.#takeFile(name, stream, fileName);
    });
    this.#parser.on("filesLimit", () => this.#refuse(invalid(problem(FILE_PART, "must be one file"))));
    for (const event of ["fieldsLimit", "partsLimit"] as const)
      this.#parser.on(event, () => this.#refuse(badRequest("The body has too many parts; nothing was saved")));
    this.#parser.on("error", () => this.#refuse(notWhole()));
    this.#parser.on("finish", () => this.#ended.resolve());
  }

  async read(body: AsyncIterable<Uint8Array> | null): Promise<Multipart> {
    try {
      let bytes = 0;
      for await (const chunk of body ?? []) {
        bytes += chunk.byteLength;
        if (bytes > MAX_UPLOAD_BYTES)
          throw new DomainError("too_large", `The body is larger than ${MAX_UPLOAD_BYTES} bytes; nothing was saved`);
        if (!this.#parser.write(chunk)) await this.#unlessRefused(once(this.#parser, "drain"));
        else await this.#unlessRefused(Promise.resolve());
      }
      this.#parser.end();
      await this.#unlessRefused(this.#ended.promise);
      await this.#unlessRefused(this.#file);
      return { fields: this.#fields, fileName: this.#fileName };
    } catch (error) {
      this.#refuse(error);
      // No part may be stored once the request has been answered.
      await this.#file;
      throw error;
    }
  }

  #unlessRefused<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([this.#refused.promise, work]);
  }

  #refuse(error: unknown): void {
    this.#isRefused = true;
    this.#refused.reject(error);
    // The stream gets no more bytes and no end: its reader would wait forever.
    this.#stream?.destroy();
  }

  #addField(name: string | undefined, value: string, isCut: boolean): void {
    if (!name || !isStorable(name)) {
      this.#refuse(badRequest("Each part of the body must have a name; nothing was saved"));
      return;
    }
    const fault = this.#faultOf(name, value, isCut);
    if (fault === null) this.#fields.set(name, value);
    else this.#refuse(invalid(problem(name, fault)));
  }

  #faultOf(name: string, value: string, isCut: boolean): string | null {
    if (name === FILE_PART) return "must be a file: its part must have a file name";
    if (isCut) return `must have at most ${LIMITS.fieldSize} bytes`;
    if (!isStorable(value)) return "must not contain NUL or broken characters";
    return this.#fields.has(name) ? "is sent twice" : null;
  }

  async #takeFile(name: string | undefined, stream: Readable, fileName: string | undefined): Promise<void> {
    if (name !== FILE_PART) {
      stream.resume();
      this.#refuse(badRequest(`The file must be the part ${FILE_PART}; nothing was saved`));
      return;
    }
    this.#fileName = fileName ?? "";
    const most = MAX_UPLOADED_FILE_BYTES;
    stream.on("limit", () => {
      this.#refuse(new DomainError("too_large", `The file is larger than ${most} bytes; nothing was saved`));
    });
    try {
      for await (const chunk of stream) {
        if (this.#isRefused) return;
        await this.#take(chunk);
      }
    } catch (error) {
      this.#refuse(error);
    }
  }
}

/**
 * Reads a multipart body of texts and one file, whose bytes are handed to `take` as they arrive; while it works, nothing more
 * is read. Throws 400 for a body that is not whole or has other parts, 413 for one that is too large, and 415 for one in a
 * content coding.
 */
export function readMultipart(
  request: HttpRequest,
  type: string,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<Multipart> {
  assertPlain(request.headers);
  return new MultipartReading(type, take).read(request.body);
}
