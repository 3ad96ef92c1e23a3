import type { QueryDefinition } from "#lib/definitions/query";
import { variablesOf } from "#lib/drafts/drafted-fields";
import type { Principal } from "#lib/kernel/principal";
import { readTool } from "./read-tool.ts";
import { lazily, type Tool } from "./tool.ts";
import { readableQueries } from "./tools.ts";

/** A resource's address is that of the query behind it: `records:///patients/{mrn}`. */
const SCHEME = "records://";

interface Resource {
  definition: QueryDefinition;
  tool: Tool;
  variables: readonly string[];
}

const hasRequired = ({ query }: QueryDefinition): boolean =>
  Object.values(query.shape).some((parameter) => !parameter.safeParse(undefined).success);

/** The queries that an address without parameters can name. */
const all = lazily(() =>
  readableQueries
    .filter((definition) => !hasRequired(definition))
    .map(
      (definition): Resource => ({ definition, tool: readTool(definition), variables: variablesOf(definition.path) }),
    ),
);

const allowed = ({ permissions }: Principal): Resource[] =>
  all().filter(({ definition }) => permissions.has(definition.permission));

const described = ({ definition: { path, summary } }: Resource) => ({
  name: path.slice(1),
  title: summary,
  mimeType: "application/json",
});

/** Returns the lists and single answers that a caller may read as resources. */
export const resourcesFor = (principal: Principal) =>
  allowed(principal)
    .filter(({ variables }) => variables.length === 0)
    .map((resource) => ({ uri: SCHEME + resource.definition.path, ...described(resource) }));

/** Returns the addresses of the records that a caller may read as resources. */
export const templatesFor = (principal: Principal) =>
  allowed(principal)
    .filter(({ variables }) => variables.length > 0)
    .map((resource) => ({ uriTemplate: SCHEME + resource.definition.path, ...described(resource) }));

/** Returns the values of a path's variable parts, or null if the segments are not of this path. */
function matched(path: string, segments: readonly string[]): Record<string, string> | null {
  const parts = path.split("/");
  if (parts.length !== segments.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const segment = segments[index] ?? "";
    if (name === undefined ? part !== segment : segment === "") return null;
    if (name !== undefined) values[name] = segment;
  }
  return values;
}

/** Returns the tool that reads a resource, with its arguments; null if no query has this address. */
export function resourceAt(uri: string): { tool: Tool; given: Record<string, string> } | null {
  if (!uri.startsWith(`${SCHEME}/`)) return null;
  let segments: string[];
  try {
    segments = uri.slice(SCHEME.length).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
  // A literal part comes before a variable one, as in the routes.
  const ordered = [...all()].sort((one, other) => one.variables.length - other.variables.length);
  for (const { definition, tool } of ordered) {
    const given = matched(definition.path, segments);
    if (given) return { tool, given };
  }
  return null;
}
