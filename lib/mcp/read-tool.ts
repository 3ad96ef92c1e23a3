import { query } from "#lib/api/endpoints/query-endpoint";
import { type JsonSchema, jsonSchema } from "#lib/api/openapi/schema";
import type { QueryDefinition } from "#lib/definitions/query";
import { variablesOf } from "#lib/drafts/drafted-fields";
import { invalid } from "#lib/kernel/api-error";
import { type Problem, problem } from "#lib/kernel/field-error";
import { requestOf } from "./caller.ts";
import { lazily, outputSchema, type Tool } from "./tool.ts";

/** Rows per page if a call names no `limit`: what a conversation can hold. */
const PAGE = 50;

/** `/webhook-endpoints/{id}` as `read_webhook_endpoints_by_id`. */
const nameOf = (path: string): string => `read${path.replaceAll(/\/\{(\w+)\}/g, "_by_$1").replaceAll(/[/-]/g, "_")}`;

/** The schema of a path's variable parts. */
const variableSchema = (path: string): JsonSchema =>
  Object.fromEntries(
    variablesOf(path).map((name) => [name, { type: "string", description: `The {${name}} of ${path}` }]),
  );

function inputSchema({ path, query: parameters }: QueryDefinition) {
  const { properties = {}, $defs } = jsonSchema(parameters, "output") as {
    properties?: JsonSchema;
    $defs?: JsonSchema;
  };
  const own = properties.limit ? { limit: { ...properties.limit, default: PAGE } } : {};
  const required = Object.keys(parameters.shape).filter(
    (name) => !parameters.shape[name]?.safeParse(undefined).success,
  );
  return {
    type: "object" as const,
    properties: { ...variableSchema(path), ...properties, ...own },
    required: [...variablesOf(path), ...required],
    additionalProperties: false,
    ...($defs ? { $defs } : {}),
  };
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Returns a value as the parameter of an address, in which lists are separated by commas; undefined if it has none. */
function asParameter(value: unknown): string | undefined {
  if (isPlain(value)) return String(value);
  return Array.isArray(value) && value.every(isPlain) ? value.join(",") : undefined;
}

/** Returns the arguments as parameters of an address. Throws 400 that names the unknown and the malformed ones. */
function parametersOf(given: Record<string, unknown>, known: readonly string[]): Record<string, string> {
  const problems: Problem[] = [];
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const parameter = asParameter(value);
    if (!known.includes(name)) problems.push(problem(name, "is not known here", `Unknown argument: ${name}`));
    else if (parameter === undefined)
      problems.push(problem(name, "must be text, a number, true, false or a list of these"));
    else parameters[name] = parameter;
  }
  if (problems.length > 0) throw invalid(problems);
  return parameters;
}

/** Returns the tool that reads what a query answers. */
export function readTool(definition: QueryDefinition): Tool {
  const { path, summary, description, query: parameters } = definition;
  const variables = variablesOf(path);
  const known = [...variables, ...Object.keys(parameters.shape)];
  const name = nameOf(path);
  return {
    name,
    endpoint: query(definition),
    listing: lazily(() => ({
      name,
      title: summary,
      description: [`${summary}.`, description].filter(Boolean).join(" "),
      inputSchema: inputSchema(definition),
      outputSchema: outputSchema(definition.body),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    })),
    ask(caller, given) {
      const found = parametersOf(given, known);
      const missing = variables.filter((variable) => !found[variable]);
      if (missing.length > 0) throw invalid(missing.map((variable) => problem(variable, "is required")));
      const params = Object.fromEntries(variables.map((variable) => [variable, found[variable] ?? ""]));
      const search = new URLSearchParams(Object.entries(found).filter(([each]) => !variables.includes(each)));
      if ("limit" in parameters.shape && !search.has("limit")) search.set("limit", String(PAGE));
      const address = path.replaceAll(/\{(\w+)\}/g, (_, variable: string) =>
        encodeURIComponent(params[variable] ?? ""),
      );
      return { request: requestOf(caller, { method: "GET", path: `/v1${address}?${search}` }), params };
    },
  };
}
