import { draftPermission } from "#lib/security/draft-permission";
import { SPELLED, sentences } from "./sentence-words.ts";

const VERBS = new Set(["get", "post", "put", "patch", "delete"]);

interface Drafted {
  id: string;
  name: string;
}

/** Returns the description of an assistant's draft, by its action; undefined for another action. */
export function draftSummary(action: string, operations: readonly Drafted[]): string | undefined {
  const drafted = operations.find(({ id }) => draftPermission(id) === action);
  return drafted && sentences.draft(drafted.name.toLowerCase());
}

type Description = Record<string, unknown>;

const isDescription = (value: unknown): value is Description => typeof value === "object" && value !== null;

/** Returns the description of each route by method and template ("GET /patients"), from the API's OpenAPI document. */
export function summariesOf(openApi: Description): ReadonlyMap<string, string> {
  const paths = isDescription(openApi.paths) ? openApi.paths : {};
  const summaries = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!isDescription(methods)) continue;
    for (const [method, operation] of Object.entries(methods)) {
      if (!VERBS.has(method) || !isDescription(operation) || typeof operation.summary !== "string") continue;
      summaries.set(`${method.toUpperCase()} ${path}`, operation.summary);
    }
  }
  return summaries;
}

/** Returns the kind of record of a route: "API client" for `GET /api-clients/{id}`. */
export function recordKind(route: string): string {
  const parts = route.split(" ").at(-1)?.split("/").filter(Boolean) ?? [];
  const named = parts.findLastIndex((part) => part.startsWith("{"));
  const resource = parts[Math.max(named, 1) - 1] ?? "";
  const words = resource.split("-").map((word) => SPELLED[word] ?? word);
  const one = words.join(" ").replace(/s$/, "");
  return one.charAt(0).toUpperCase() + one.slice(1);
}
