import { Counter, Gauge } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";

function makeMetrics() {
  const registers = [metrics()];
  return {
    open: new Gauge({ name: "crc_streams_open", help: "Event streams that this process holds open", registers }),
    opened: new Counter({ name: "crc_streams_opened_total", help: "Event streams that were opened", registers }),
    dropped: new Counter({
      name: "crc_streams_dropped_total",
      help: "Event streams that were ended because their reader was too slow",
      registers,
    }),
  };
}

/** Returns the metrics of this process's streams. */
export const streamMetrics = () => singleton("stream-metrics", makeMetrics);
