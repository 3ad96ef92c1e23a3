const VERBS = new Set(["get", "post", "put", "patch", "delete"]);

/** Words of the address that are written otherwise. */
const SPELLED: Record<string, string> = { api: "API", org: "organization", staff: "staff member" };

/** What is done beside the API, by the action that is noted. */
export const OTHER_ACTIONS: Readonly<Record<string, string>> = {
  "password:choose": "Choose a password",
  "session:start": "Sign in",
};

type Description = Record<string, unknown>;

const isDescription = (value: unknown): value is Description => typeof value === "object" && value !== null;

/** What each route does, by method and route template ("GET /patients"), as the API's own description (OpenAPI) says it. */
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

/** What kind of record a route is about: `GET /api-clients/{id}` is about an "API client". */
export function recordKind(route: string): string {
  const parts = route.split(" ").at(-1)?.split("/").filter(Boolean) ?? [];
  const named = parts.findLastIndex((part) => part.startsWith("{"));
  const resource = parts[Math.max(named, 1) - 1] ?? "";
  const words = resource.split("-").map((word) => SPELLED[word] ?? word);
  const one = words.join(" ").replace(/s$/, "");
  return one.charAt(0).toUpperCase() + one.slice(1);
}
