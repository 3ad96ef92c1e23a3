import { request } from "undici";
import { makeAgent, TargetRefused } from "./agent.ts";
import { checkTarget, type TargetPolicy } from "./target.ts";
import { unpacked } from "./unpacked.ts";
import { within } from "./within.ts";

/** What a library for a protocol over HTTP asks of `fetch`. */
interface FetchOptions {
  method: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A `fetch` for libraries that take one. Rejects with TargetRefused for an address that must not be dialled. */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Response>;

interface Limits {
  /** From the name's lookup to the last byte of the body. */
  deadlineMs: number;
  /** Of the body, unpacked. */
  maxBytes: number;
}

const bodyIn = (body: unknown): string | null => (body === undefined || body === null ? null : String(body));

/**
 * Returns a `fetch` that checks each address when it dials it, over a connection of its own, and follows no redirect: it
 * shares nothing with other requests. `policy`: the addresses that it may dial; null allows every address.
 */
export function guardedFetch(policy: TargetPolicy | null, { deadlineMs, maxBytes }: Limits): GuardedFetch {
  return async (url, { method, headers = {}, body }) => {
    const refusal = policy && checkTarget(url, policy);
    if (refusal) throw new TargetRefused(refusal);
    const dispatcher = makeAgent({ policy });
    const signal = AbortSignal.timeout(deadlineMs);
    const exchange = async () => {
      const answer = await request(url, {
        dispatcher,
        signal,
        method: method === "POST" ? "POST" : "GET",
        headers,
        body: bodyIn(body),
        // The deadline covers headers and body.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // Leaving the loop early destroys the body, which then emits an error.
      answer.body.on("error", () => undefined);
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of answer.body) {
        size += (chunk as Uint8Array).byteLength;
        if (size > maxBytes) throw new Error("The answer is too large");
        chunks.push(chunk as Uint8Array);
      }
      const encoding = [answer.headers["content-encoding"]].flat()[0];
      const whole = await unpacked(Buffer.concat(chunks, size), encoding, maxBytes);
      if (whole === "too_large") throw new Error("The answer is too large");
      const type = [answer.headers["content-type"]].flat()[0];
      const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
      return new Response(isEmpty ? null : new Uint8Array(whole), {
        status: answer.statusCode,
        headers: type === undefined ? {} : { "content-type": type },
      });
    };
    try {
      return await within(signal, exchange());
    } finally {
      await dispatcher.destroy();
    }
  };
}
