import type { IncomingMessage, ServerResponse } from "node:http";
import { errorFormAt } from "#lib/api/answer/error-form";

/** The methods that some address allows. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What the server answers to a request that it does not pass on. */
export interface Refusal {
  status: number;
  message: string;
  /** The methods that the address of a 405 allows; undefined if no address allows the refused one. */
  allow?: string;
}

/** A refusal as it is sent. */
interface WrittenRefusal {
  headers: Record<string, string>;
  body: string;
}

const ALLOWED = METHODS.filter((method) => method !== "OPTIONS").join(", ");

/** Returns a refusal as it is sent: in the form that errors have at the request's target (see `errorFormAt`). */
export function writtenRefusal({ status, message, allow = ALLOWED }: Refusal, url: string | undefined): WrittenRefusal {
  const form = errorFormAt(url ?? "");
  const body = JSON.stringify(form.bodyOf(status, message));
  const headers = {
    "content-type": form.contentType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 405 ? { allow } : {}),
  };
  return { headers, body };
}

/** Answers a request with a refusal. The rest of the request is discarded. */
export function refuse(request: IncomingMessage, response: ServerResponse, refused: Refusal): void {
  const { headers, body } = writtenRefusal(refused, request.url);
  response.writeHead(refused.status, headers).end(body);
  request.resume();
}
