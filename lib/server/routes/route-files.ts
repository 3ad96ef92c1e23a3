import { globSync } from "node:fs";
import { join, sep } from "node:path";

/** A route file and its address. */
export interface RouteFile {
  /** Absolute path. */
  file: string;
  /** Segments of the address; one in brackets is variable, such as `[job_id]`. */
  segments: string[];
}

/** Addresses below these are served straight from their route files. */
const SERVED = ["v1", "mcp", "scim/v2", "api/webhooks/inbox"];

const isCatchAll = (segment: string): boolean => segment.startsWith("[[...") || segment.startsWith("[...");

/**
 * Returns the route files below `app` that the server calls itself: those of `/v1`, `/mcp`, `/scim/v2` and the console's
 * inbox. The file tree is the only table of routes. Catch-all routes stay with the framework.
 */
export const routeFiles = (root: string): RouteFile[] =>
  SERVED.flatMap((part) => globSync(`${part}/**/route.ts`, { cwd: join(root, "app") }))
    .map((path) => ({ file: join(root, "app", path), segments: path.split(sep).slice(0, -1) }))
    .filter(({ segments }) => !segments.some(isCatchAll));
