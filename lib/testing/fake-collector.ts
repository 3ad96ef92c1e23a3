import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const value = z.union([
  z.object({ stringValue: z.string() }).transform((given) => given.stringValue),
  z.object({ intValue: z.union([z.string(), z.number()]) }).transform((given) => Number(given.intValue)),
  z.object({ doubleValue: z.number() }).transform((given) => given.doubleValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((given) => Object.fromEntries(given.map((each) => [each.key, each.value])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
  status: z.object({ code: z.number().optional() }),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});

/** The body of an OTLP/HTTP request in JSON, as the protocol specifies it. */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = z.infer<typeof span>;

export interface FakeCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** All spans so far, in the order in which they ended. */
  spans: CollectedSpan[];
  /** Attributes of the resources that sent spans. */
  resources: Record<string, string | number>[];
  /** The bodies of all requests so far. */
  texts: string[];
  stop(): Promise<void>;
}

/** Starts a collector of traces: real OTLP/HTTP in JSON on a free loopback port. `heard` is called with each body. */
export async function startFakeCollector(heard: (text: string) => void = () => undefined): Promise<FakeCollector> {
  const [spans, resources, texts]: [CollectedSpan[], Record<string, string | number>[], string[]] = [[], [], []];
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const text = (asked.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
    if (asked.url !== "/v1/traces" || asked.headers["content-type"] !== "application/json") {
      response.writeHead(404).end();
      return;
    }
    for (const { resource, scopeSpans } of request.parse(JSON.parse(text)).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((each) => each.spans));
    }
    texts.push(text);
    heard(text);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    texts,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
