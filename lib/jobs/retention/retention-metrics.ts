import { Counter, Gauge } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";

function makeMetrics() {
  const registers = [metrics()];
  return {
    forgotten: new Counter({
      name: "crc_forgotten_total",
      help: "Rows that were deleted or emptied as they are older than the operator keeps them, by kind",
      labelNames: ["kind"],
      registers,
    }),
    finished: new Gauge({
      name: "crc_retention_finished_timestamp_seconds",
      help: "When this process last went through everything that is kept for a time; 0 where it was not its turn",
      registers,
    }),
  };
}

/** Returns the metrics of the rows that this process has deleted by retention. */
export const retentionMetrics = () => singleton("retention-metrics", makeMetrics);
