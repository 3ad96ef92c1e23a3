import { z } from "zod";
import type { Answer } from "./answer.ts";
import { type Found, found } from "./found.ts";

const PROBE = "What the server states";

const statement = z.object({
  resourceType: z.literal("CapabilityStatement"),
  fhirVersion: z.string().max(50).optional().catch(undefined),
  software: z
    .object({ name: z.string().max(100), version: z.string().max(50).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export interface Stated {
  /** Name and version of the server; null if it states none. */
  server: string | null;
  /** True if the answer is a CapabilityStatement. */
  isFhir: boolean;
  found: Found;
}

/** Reads the name of the server from its CapabilityStatement, which is not believed in anything else. */
export function statedBy(answer: Answer): Stated {
  const { data } = statement.safeParse(answer.json);
  if (!data) {
    const words = answer.kind === "ok" ? "is no CapabilityStatement" : answer.words;
    return { server: null, isFhir: false, found: found(PROBE, words) };
  }
  const { software, fhirVersion } = data;
  const words = `is FHIR ${fhirVersion ?? "without a version"}; what it says of searches and writes is not relied on`;
  return {
    server: software ? [software.name, software.version].filter(Boolean).join(" ") : null,
    isFhir: true,
    found: found(PROBE, words),
  };
}
