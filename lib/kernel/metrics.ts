import { collectDefaultMetrics, Registry } from "prom-client";
import { singleton } from "./singleton.ts";

/** Returns this process's metrics registry. Labels are route templates and names, never ids of people. */
export const metrics = (): Registry =>
  singleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: "crc_" });
    return registry;
  });
