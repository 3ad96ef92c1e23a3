import { Counter } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";

function makeMetrics() {
  const registers = [metrics()];
  return {
    failovers: new Counter({
      name: "crc_database_failovers_total",
      help: "Times this process went on with another database server, because the one before no longer takes writes",
      registers,
    }),
    commitsLost: new Counter({
      name: "crc_database_commits_lost_total",
      help: "Times this process found that the database had lost commits which it had acknowledged",
      registers,
    }),
  };
}

/** Returns the metrics of this process's database servers. */
export const databaseMetrics = () => singleton("database-metrics", makeMetrics);
