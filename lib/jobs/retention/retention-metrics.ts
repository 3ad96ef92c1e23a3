import { Counter, Gauge } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";

function makeMetrics() {
  const registers = [metrics()];
  return {
    forgotten: new Counter({
      name: "crc_forgotten_total",
      help: "Rows deleted or cleared after their retention period, by kind",
      labelNames: ["kind"],
      registers,
    }),
    finished: new Gauge({
      name: "crc_retention_finished_timestamp_seconds",
      help: "Time of this process's last retention run; 0 if it has run none",
      registers,
    }),
  };
}

/** Returns the metrics of the rows that this process has deleted by retention. */
export const retentionMetrics = () => singleton("retention-metrics", makeMetrics);
