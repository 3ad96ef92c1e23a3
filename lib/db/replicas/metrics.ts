import { Counter, Gauge } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";

function makeMetrics() {
  const registers = [metrics()];
  const reads = new Counter({
    name: "crc_record_reads_total",
    help: "Reads of synchronized records that this process answered from rows, by target: primary, replica",
    labelNames: ["target"],
    registers,
  });
  const repeated = new Counter({
    name: "crc_replica_reads_repeated_total",
    help: "Reads that a replica could not answer, so that the primary did, by reason: behind the account's last change, or failed",
    labelNames: ["reason"],
    registers,
  });
  for (const target of ["primary", "replica"]) reads.inc({ target }, 0);
  for (const reason of ["behind", "failed"]) repeated.inc({ reason }, 0);
  return {
    reads,
    repeated,
    lag: new Gauge({
      name: "crc_replica_lag_seconds",
      help: "Age of the oldest change that a replica lacks, as of the last look",
      labelNames: ["replica"],
      registers,
    }),
    used: new Gauge({
      name: "crc_replica_used",
      help: "1 if reads go to a replica, 0 if it is left out",
      labelNames: ["replica"],
      registers,
    }),
  };
}

/** Returns the metrics of this process's reads and replicas. */
export const replicaMetrics = () => singleton("replica-metrics", makeMetrics);

/** Counts a read of synchronized records by the server whose rows were answered. */
export const countRecordRead = (target: "primary" | "replica"): void => replicaMetrics().reads.inc({ target });

/** Counts a read that the primary must repeat. */
export const countRepeatedRead = (reason: "behind" | "failed"): void => replicaMetrics().repeated.inc({ reason });
