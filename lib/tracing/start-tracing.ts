import type { Environment } from "#lib/kernel/environment";

type Variables = Pick<
  Environment,
  "OTEL_SDK_DISABLED" | "OTEL_TRACES_EXPORTER" | "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
>;

/** Returns whether the standard variables ask for traces: an exporter or an endpoint is named, and nothing says no. */
export const asksForTraces = (env: Variables): boolean =>
  env.OTEL_SDK_DISABLED !== "true" &&
  env.OTEL_TRACES_EXPORTER !== "none" &&
  (env.OTEL_TRACES_EXPORTER ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

/**
 * Starts tracing if the operator's variables ask for it; OpenTelemetry is loaded in that case alone. Returns a function
 * that sends what is left and switches tracing off.
 */
export async function startTracing(env: Environment): Promise<() => Promise<void>> {
  if (!asksForTraces(env)) return async () => undefined;
  const { startSdk } = await import("./sdk.ts");
  return startSdk(env);
}
