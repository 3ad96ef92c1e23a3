import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Environment } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { type Span, type SpanStart, switchTracing, type Tracing } from "#lib/kernel/tracing";
import { samplerOf } from "./sampler.ts";

const NAME = "clinical-records-console";

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
} as const;

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

/** Returns the span that a `traceparent` names; null if it names none, as of a caller that sent nonsense. */
const remote = (traceparent: string | null | undefined): SpanContext | null => {
  const found = traceparent ? parseTraceParent(traceparent) : null;
  return found && { ...found, isRemote: true };
};

/**
 * Returns tracing by this tracer. The tracer is not registered with OpenTelemetry's global API: Next.js would then add
 * spans of its own, whose attributes hold whole URLs, and so patients.
 */
function tracingBy(tracer: Tracer): Tracing {
  const running = new AsyncLocalStorage<string>();
  const start = ({ name, kind, attributes, parent, link }: SpanStart): Span => {
    const [above, linked] = [remote(parent === undefined ? running.getStore() : parent), remote(link)];
    const span = tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: { ...attributes }, links: linked ? [{ context: linked }] : [] },
      above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT,
    );
    const traceparent = traceparentOf(span.spanContext());
    const fail = (type: string) => {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    };
    return {
      traceparent,
      set: (given) => void span.setAttributes({ ...given }),
      fail,
      around: async (work) => {
        try {
          return await running.run(traceparent, work);
        } catch (error) {
          fail(error instanceof Error ? error.name : "Error");
          throw error;
        } finally {
          span.end();
        }
      },
    };
  };
  return { start, current: () => running.getStore() ?? null };
}

/** Starts tracing with OpenTelemetry's SDK. Returns a function that sends what is left and switches tracing off. */
export async function startSdk(env: Environment): Promise<() => Promise<void>> {
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL;
  // The exporters read address, headers, certificates, compression and deadline from the variables themselves.
  const exporter = protocol === "http/json" ? new JsonExporter() : new ProtobufExporter();
  const named = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": NAME }))
    .merge(named);
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  setGlobalErrorHandler((error) => {
    logger.warn({ error_name: error instanceof Error ? error.name : "Error" }, "spans could not be exported");
  });
  switchTracing(tracingBy(provider.getTracer(NAME)));
  return async () => {
    switchTracing(null);
    await provider.shutdown();
  };
}
