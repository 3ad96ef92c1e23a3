import type { FhirServer } from "#lib/emr/fhir/server";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";

/** Attempts at reading one resource that fail for the moment. */
const ATTEMPTS = 2;

/** One resource that was asked for by its id; both are null if the server has none. */
export interface Single {
  resource: Untrusted | null;
  /** Why it could not be read, as a sentence; null if it could, or is not there. */
  failure: string | null;
  /** True if it may be readable later. */
  isPassing: boolean;
}

/** Reads one resource; a refusal or a fault is that resource's. Throws an EmrError if no call is left, or the signal has ended. */
export async function readSingly(server: FhirServer, type: string, id: string, signal: AbortSignal): Promise<Single> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { resource: await server.read(type, id, signal), failure: null, isPassing: false };
    } catch (error) {
      if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
      const isPassing = error.kind === "passing";
      if (!isPassing || attempt === ATTEMPTS) return { resource: null, failure: error.message, isPassing };
    }
  }
}
