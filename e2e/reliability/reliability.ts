import { crashes } from "./crashes.ts";
import { cutoff } from "./cutoff.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { emrBudget } from "./emr-budget.ts";
import { emrCuts } from "./emr-cuts.ts";
import { emrDegraded } from "./emr-degraded.ts";
import { emrSyncs } from "./emr-syncs.ts";
import { failover } from "./failover.ts";
import { fhirChanges } from "./fhir-changes.ts";
import { fhirCuts } from "./fhir-cuts.ts";
import { fhirSyncs } from "./fhir-syncs.ts";
import { hostedCuts } from "./hosted-cuts.ts";
import { kills } from "./kills.ts";
import { order } from "./order.ts";
import { pooler } from "./pooler.ts";
import { clocks, processes } from "./processes.ts";
import { receivers } from "./receivers.ts";
import { feedReplay } from "./replay.ts";
import { streams } from "./streams.ts";
import { upgrade } from "./upgrade.ts";

/** A proof prints its observations and counts, and rejects if something was lost, duplicated or too late. */
export type Proof = (stop: AbortSignal) => Promise<void>;

const PROOFS: Record<string, Proof> = {
  kills,
  crashes,
  order,
  database,
  disk,
  cutoff,
  processes,
  clocks,
  receivers,
  streams,
  failover,
  pooler,
  "emr-budget": emrBudget,
  "emr-cuts": emrCuts,
  "emr-degraded": emrDegraded,
  "emr-syncs": emrSyncs,
  "fhir-cuts": fhirCuts,
  "fhir-syncs": fhirSyncs,
  "fhir-changes": fhirChanges,
  "hosted-cuts": hostedCuts,
  "feed-replay": feedReplay,
  upgrade,
};

const asked = process.argv.slice(2);
/** `emr` names all proofs that begin with it. */
const isNamed = (name: string, by: string) => name === by || name.startsWith(`${by}-`);
const unknown = asked.filter((by) => !Object.keys(PROOFS).some((name) => isNamed(name, by)));
if (unknown.length > 0) {
  throw new Error(`No such proof: ${unknown.join(", ")}; there are ${Object.keys(PROOFS).join(", ")}`);
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

for (const [name, proof] of Object.entries(PROOFS)) {
  if (stop.signal.aborted || (asked.length > 0 && !asked.some((by) => isNamed(name, by)))) continue;
  const since = Date.now();
  process.stdout.write(`\n${name}\n\n`);
  await proof(stop.signal);
  process.stdout.write(`${name}: ${Math.round((Date.now() - since) / 1000)} s\n`);
}
