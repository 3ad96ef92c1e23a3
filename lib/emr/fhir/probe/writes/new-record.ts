import { setTimeout as pause } from "node:timers/promises";
import type { ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import { type Basics, basic, idsOf } from "./basics.ts";

const PROBE = "A search for a new record";

/** Less than the shortest pause after which a job whose answer was lost is looked for. */
const SOON_MS = 3_000;
const STEP_MS = 500;

/** Probe: whether a resource is found by its identifier soon after its creation, as some servers list it later. */
export async function probeNewRecord(basics: Basics, calls: ProbeCalls): Promise<Found> {
  const key = basics.newKey();
  const { kind, words } = await basics.send("Basic", { method: "POST", resource: basic(key) });
  if (kind !== "ok") return found(PROBE, `was not tried: creating a Basic resource ${words}`);
  for (let waited = 0; waited <= SOON_MS; waited += STEP_MS) {
    if (waited > 0) await pause(STEP_MS);
    const ids = await idsOf(calls, key);
    if (ids === null) return found(PROBE, "could not be told: the search was not answered");
    for (const id of ids) basics.remember(id);
    if (ids.length > 0) {
      basics.settle(key);
      const when = waited === 0 ? "at once" : `within ${waited} ms`;
      return found(PROBE, `finds it ${when}: a write whose answer is lost is looked for`, {
        new_record_search: "soon",
      });
    }
  }
  return found(PROBE, `does not find it within ${SOON_MS} ms: a write whose answer is lost is left to a person`, {
    new_record_search: "later",
  });
}
