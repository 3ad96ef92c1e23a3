import { collectDefaultMetrics, Registry } from "prom-client";
import { singleton } from "./singleton.ts";

/** This process's metrics; others register theirs on it. Labels are route templates and names, never ids of people. */
export const metrics = (): Registry =>
  singleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: "crc_" });
    return registry;
  });
