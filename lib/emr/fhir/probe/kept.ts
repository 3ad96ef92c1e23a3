import { findingsOf, WRITE_FINDINGS } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";
import { type Found, found } from "./found.ts";

const PROBE = "How it writes";

/**
 * Returns the findings of write probes that an earlier probe of the same server made: they stand, since reads cannot
 * repeat them, unless a call has contradicted them.
 */
export function keptFound(before: Profile | null): Found {
  const known = findingsOf(before);
  const kept = WRITE_FINDINGS.filter((name) => known[name] !== "unknown");
  if (kept.length === 0) {
    return found(
      PROBE,
      "was not tried: this test only reads. Whatever is unknown is done in the way that is safe everywhere",
    );
  }
  const words = kept.map((name) => `${name} ${known[name]}`).join(", ");
  return found(
    PROBE,
    `was not tried again; an earlier test found: ${words}`,
    Object.fromEntries(kept.map((name) => [name, known[name]])),
  );
}
