import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { Environment } from "#lib/kernel/environment";

/** Returns the sampler that the standard variables name; without them every trace is kept that its caller keeps. */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Pick<Environment, "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG">): Sampler {
  const kept: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = kept[name.replace("parentbased_", "")]?.() ?? new AlwaysOnSampler();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
