import { errorResponse } from "#lib/api/answer/error-response";
import { query } from "#lib/api/endpoints/query-endpoint";
import { type JsonSchema, jsonSchema } from "#lib/api/openapi/schema";
import type { QueryDefinition } from "#lib/definitions/query";
import { variablesOf } from "#lib/drafts/drafted-fields";
import { JOB_STATUSES } from "#lib/job-record/model";
import { invalid } from "#lib/kernel/domain-error";
import { type Problem, problem } from "#lib/kernel/field-error";
import { requestOf } from "./caller.ts";
import { compactDescription } from "./compact-description.ts";
import { argumentsSchema } from "./compact-schema.ts";
import { EXTENT_PROPERTIES, extentOf, fittingAnswer } from "./fitting-answer.ts";
import { readToolName } from "./read-tool-name.ts";
import { type Arguments, answerThrough, lazily, type Tool } from "./tool.ts";

/** Rows per page if a call names no `limit`: what a conversation can hold. */
const PAGE = 50;

/** The parameters that lists have in common, in few words: the server's instructions explain them once. */
const PAGING = { include_total: { type: "boolean" }, limit: { type: "integer" }, cursor: { type: "string" } };

/** The order of a list: what it can be ordered by, each once, as the server's instructions explain the minus once. */
const ordering = ({ enum: values }: JsonSchema): JsonSchema => ({
  type: "string",
  description: (values as string[]).filter((value) => !value.startsWith("-")).join(", "),
});

/** Parameters of numbered pages, which a conversation does not need beside `limit` and `cursor`. */
const NUMBERED = new Set(["page", "page_size"]);

/** The schema of a path's variable parts. */
const variableSchema = (path: string): JsonSchema =>
  Object.fromEntries(variablesOf(path).map((name) => [name, { type: "string" }]));

const isOfJobs = (schema: unknown): boolean =>
  String((schema as { items?: { enum?: string[] } } | undefined)?.items?.enum) === String(JOB_STATUSES);

/** The statuses of the jobs that have written what is listed: the server's instructions name them once. */
const STATUSES = { type: "array", items: { type: "string" } };

/** How summaries begin; the name of the tool says the same. */
const READS = /^(List|Get) /;

const parametersOf = ({ query: { shape } }: QueryDefinition): string[] =>
  Object.keys(shape).filter((name) => !NUMBERED.has(name));

function inputSchema(definition: QueryDefinition) {
  const { path, query: parameters } = definition;
  const { properties = {}, $defs } = jsonSchema(parameters, "output") as {
    properties?: JsonSchema;
    $defs?: JsonSchema;
  };
  const own = Object.fromEntries(parametersOf(definition).map((name) => [name, properties[name]]));
  const paging = Object.fromEntries(Object.entries(PAGING).filter(([name]) => own[name]));
  const required = Object.keys(parameters.shape).filter(
    (name) => !parameters.shape[name]?.safeParse(undefined).success,
  );
  const order = own.sort ? { sort: ordering(own.sort as JsonSchema) } : {};
  const statuses = isOfJobs(own.status) ? { status: STATUSES } : {};
  const all = { ...variableSchema(path), ...own, ...statuses, ...order, ...paging, ...EXTENT_PROPERTIES };
  return argumentsSchema(all, [...variablesOf(path), ...required], $defs);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Returns a value as the parameter of an address, in which lists are separated by commas; undefined if it has none. */
function asParameter(value: unknown): string | undefined {
  if (isPlain(value)) return String(value);
  return Array.isArray(value) && value.every(isPlain) ? value.join(",") : undefined;
}

/** Returns the arguments as parameters of an address. Throws 400 that names the unknown and the malformed ones. */
function asParameters(given: Arguments, known: readonly string[]): Record<string, string> {
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
  const { path, summary, description, permission } = definition;
  const endpoint = query(definition);
  const variables = variablesOf(path);
  const known = [...variables, ...parametersOf(definition)];
  const isPaged = known.includes("limit");
  const name = readToolName(path);

  const addressOf = (given: Arguments, rows: number | undefined) => {
    const found = asParameters(given, known);
    const missing = variables.filter((variable) => !found[variable]);
    if (missing.length > 0) throw invalid(missing.map((variable) => problem(variable, "is required")));
    const params = Object.fromEntries(variables.map((variable) => [variable, found[variable] ?? ""]));
    const search = new URLSearchParams(Object.entries(found).filter(([each]) => !variables.includes(each)));
    if (rows !== undefined || (isPaged && !search.has("limit"))) search.set("limit", String(rows ?? PAGE));
    const address = path.replaceAll(/\{(\w+)\}/g, (_, variable: string) => encodeURIComponent(params[variable] ?? ""));
    return { address: `/v1${address}?${search}`, params };
  };

  return {
    name,
    permission,
    listing: lazily(() => ({
      name,
      description: compactDescription([`${summary.replace(READS, "")}.`, description].filter(Boolean).join(" ")),
      inputSchema: inputSchema(definition),
      annotations: { readOnlyHint: true },
    })),
    async answer(caller, given) {
      try {
        const { extent, given: own } = extentOf(given);
        const read = (rows?: number) =>
          answerThrough(endpoint, caller, () => {
            const { address, params } = addressOf(own, rows);
            return { request: requestOf(caller, { method: "GET", path: address }), params };
          });
        return await fittingAnswer(extent, { isPaged, read });
      } catch (error) {
        return errorResponse(error, endpoint.route);
      }
    },
  };
}
