import { Readable } from "node:stream";
import { EmrUnanswered } from "#lib/egress/emr-client";
import type { EmrStreamResponse } from "#lib/egress/emr-stream";
import { refusalOf } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import type { FhirServer } from "#lib/emr/fhir/server";
import { EmrError } from "#lib/emr/port/port";
import { brand } from "#lib/kernel/brand";
import { type Line, linesOf } from "./lines.ts";
import { unpackedChunks } from "./unpacked-chunks.ts";

/** Bytes that are read ahead, so that a server need not hold a small file open while its resources are stored. */
const AHEAD_BYTES = 4 * 1024 * 1024;

/** Statuses of an address whose time is over, or that is no longer there. */
const EXPIRED = [401, 403, 404, 410];

/** Thrown for a file that is no longer at its address; the manifest may name another one. */
export class FileGone extends Error {
  static {
    brand(FileGone, "FileGone");
  }
}

/** A file whose lines are being read. */
export interface OpenFile {
  lines: AsyncGenerator<Line>;
  /** Lines that were read so far, with those that were left out. */
  line: number;
  /** Ends the request. */
  close(): void;
}

/** Asks for a file: with the token at the server's own address if it wants that, without it at public addresses elsewhere. */
async function ask(
  server: FhirServer,
  { url, authorized }: { url: string; authorized: boolean },
  signal: AbortSignal,
): Promise<EmrStreamResponse> {
  const own = ownAddress(url, server.baseUrl);
  if (own !== null) return server.open(own, { signal, authorized });
  try {
    return await server.openElsewhere(url, { signal });
  } catch (error) {
    if (!(error instanceof EmrUnanswered)) throw error;
    throw new EmrError(error.kind === "refused" ? "validation" : "passing", error.message);
  }
}

/**
 * Opens a file of an export after some of its lines. `signal` ends the wait for it alone. Throws an EmrError, or FileGone.
 */
export async function openFile(
  server: FhirServer,
  { url, authorized, after, maxBytes }: { url: string; authorized: boolean; after: number; maxBytes: number },
  signal: AbortSignal,
): Promise<OpenFile> {
  const end = new AbortController();
  const ended = () => end.abort();
  signal.addEventListener("abort", ended);
  try {
    const response = await ask(server, { url, authorized }, end.signal);
    if (response.content === null) {
      if (EXPIRED.includes(response.status)) throw new FileGone(`The answer is ${response.status}`);
      throw refusalOf(response);
    }
    const unpacked = unpackedChunks(response.content);
    const ahead = Readable.from(unpacked, { objectMode: false, highWaterMark: AHEAD_BYTES });
    return {
      lines: linesOf(ahead, { after, maxBytes }),
      line: after,
      close() {
        end.abort();
        ahead.on("error", () => undefined).destroy();
      },
    };
  } finally {
    signal.removeEventListener("abort", ended);
  }
}
