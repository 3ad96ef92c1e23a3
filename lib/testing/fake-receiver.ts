import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

const WAIT_MS = 20_000;

/** A request that a partner's server received. */
export interface ReceivedDelivery {
  path: string;
  headers: Record<string, string>;
  /** Raw body, which the signature covers. */
  text: string;
  body: unknown;
  at: Date;
  /** Whether the signature was valid on arrival; false before `expectSigned`. */
  isSigned: boolean;
}

/** A status with headers and a body, or a function that writes the response. */
export type FakeAnswer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((request: IncomingMessage, response: ServerResponse, delivery: ReceivedDelivery) => void);

export interface FakeReceiver {
  /** URL without a path; the server accepts any path. */
  url: string;
  /** All deliveries so far, in order of arrival. */
  deliveries: ReceivedDelivery[];
  /** Sets the response to later deliveries; initially 204. */
  answer(next: FakeAnswer): void;
  /**
   * Sets the secret that verifies later deliveries. They are verified on arrival because a signature is valid for a few
   * minutes only.
   */
  expectSigned(by: string): void;
  /** Returns the first matching delivery, past or future. Rejects after 20 s. */
  waitFor(fits: (delivery: ReceivedDelivery) => boolean): Promise<ReceivedDelivery>;
  stop(): Promise<void>;
}

/** Starts a partner's webhook server: real HTTP on a free loopback port. */
export async function startFakeReceiver(): Promise<FakeReceiver> {
  const deliveries: ReceivedDelivery[] = [];
  const arrivals = new EventEmitter();
  let answer: FakeAnswer = { status: 204 };
  let secret: string | null = null;
  const server = createServer(async (request, response) => {
    const received = await receive(request);
    const delivery = { ...received, isSigned: secret !== null && holds(received, secret) };
    deliveries.push(delivery);
    if (typeof answer === "function") answer(request, response, delivery);
    else response.writeHead(answer.status, answer.headers).end(answer.body);
    arrivals.emit("delivery");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    answer(next) {
      answer = next;
    },
    expectSigned(by) {
      secret = by;
    },
    async waitFor(fits) {
      const signal = AbortSignal.timeout(WAIT_MS);
      for (;;) {
        const found = deliveries.find(fits);
        if (found) return found;
        await once(arrivals, "delivery", { signal });
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Signed = Pick<ReceivedDelivery, "text" | "headers">;

/** Verifies a delivery as Standard Webhooks specifies. Returns the body. Throws if the signature is invalid. */
export function verifyDelivery({ text, headers }: Signed, secret: string): unknown {
  return new Webhook(secret).verify(text, headers);
}

function holds(delivery: Signed, secret: string): boolean {
  try {
    verifyDelivery(delivery, secret);
    return true;
  } catch {
    return false;
  }
}

async function receive(request: IncomingMessage): Promise<Omit<ReceivedDelivery, "isSigned">> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { path: request.url ?? "/", headers, text, body: parse(text), at: new Date() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
