import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";
import { word } from "./elements.ts";

/** Types whose values are taken from an export: records refer to them. */
const TYPES = ["Patient", "PractitionerRole", "Organization", "Schedule"];
/** Values that a connection keeps: about 5 MB. */
const KEPT = 50_000;

/**
 * Returns a reader of a value of the exported resources of a type by their ids; null for one without a value. It reads the
 * export once, and none of a server without one.
 */
export function loadedValues<Value>({ loaded }: FhirContext, type: string, toValue: (of: Untrusted) => Value | null) {
  const values = new Map<string, Value | null>();
  let isRead = !TYPES.includes(type);
  return async (signal: AbortSignal): Promise<ReadonlyMap<string, Value | null>> => {
    if (isRead || !loaded?.has(type)) return values;
    isRead = true;
    try {
      for await (const resource of loaded.each(type, signal)) {
        if (values.size === KEPT) break;
        values.set(word(resource.id), toValue(resource));
      }
    } catch (error) {
      // What was not read is searched for.
      if (!(error instanceof EmrError) || error.limited) throw error;
    }
    return values;
  };
}
