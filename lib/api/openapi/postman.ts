import type { openApiDocument } from "./document.ts";

const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/** The headers of an API client, each a variable of the collection. */
const CREDENTIALS = ["client_id", "client_secret", "access_token"];

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
}

interface JsonBody {
  content?: { "application/json"?: { example?: unknown } };
}

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: JsonBody;
  responses: Record<string, JsonBody & { description?: string }>;
}

type Document = ReturnType<typeof openApiDocument>;

const shown = (value: unknown): string => JSON.stringify(value, null, 2);

/** Returns a parameter as a header or a part of the query: one that is not required is off until it is ticked. */
const field = ({ name, required, description = "" }: Parameter) => ({
  key: name,
  value: "",
  description,
  ...(!required && { disabled: true }),
});

function urlOf(path: string, parameters: readonly Parameter[]) {
  const parts = path
    .split("/")
    .filter(Boolean)
    .map((part) => part.replace(/^\{(\w+)\}$/, ":$1"));
  const query = parameters.filter((each) => each.in === "query").map(field);
  const variable = parameters.filter((each) => each.in === "path").map(({ name }) => ({ key: name, value: "" }));
  return {
    raw: `{{baseUrl}}/${parts.join("/")}`,
    host: ["{{baseUrl}}"],
    path: parts,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

function requestOf(document: Document, path: string, method: string, operation: Operation) {
  const named = document.components.parameters as Record<string, Parameter>;
  const parameters = operation.parameters.flatMap((each) => {
    const found = "$ref" in each ? named[each.$ref.split("/").at(-1) ?? ""] : each;
    return found ? [found] : [];
  });
  const sample = operation.requestBody?.content?.["application/json"]?.example;
  return {
    method: method.toUpperCase(),
    description: operation.description,
    header: [
      ...CREDENTIALS.map((key) => ({ key, value: `{{${key}}}` })),
      ...parameters.filter((each) => each.in === "header").map(field),
    ],
    url: urlOf(path, parameters),
    ...(sample !== undefined && { body: { mode: "raw", raw: shown(sample), options: { raw: { language: "json" } } } }),
  };
}

function itemOf(document: Document, path: string, method: string, operation: Operation) {
  const request = requestOf(document, path, method, operation);
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const sample = answer?.content?.["application/json"]?.example;
  const header = [{ key: "Content-Type", value: "application/json" }];
  const saved = { name: answer?.description, originalRequest: request, code: Number(status), header };
  return {
    name: operation.summary,
    request,
    response: sample === undefined ? [] : [{ ...saved, body: shown(sample) }],
  };
}

/**
 * Returns an OpenAPI document of `/v1` as a Postman collection (format 2.1): a folder per tag, the credentials as
 * variables, samples as bodies and saved answers.
 */
export function postmanCollection(document: Document) {
  const items = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      tag: operation.tags[0] ?? "",
      item: itemOf(document, path, method, operation),
    })),
  );
  const byTag = Map.groupBy(items, ({ tag }) => tag);
  return {
    info: { name: document.info.title, description: document.info.description, schema: FORMAT },
    item: [...byTag].map(([name, of]) => ({ name, item: of.map(({ item }) => item) })),
    variable: [
      { key: "baseUrl", value: document.servers[0]?.url ?? "" },
      ...CREDENTIALS.map((key) => ({ key, value: "" })),
    ],
  };
}
