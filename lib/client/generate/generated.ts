import { openApiDocument } from "#lib/api/openapi/document";
import { eventName } from "#lib/api/openapi/operation-id";
import type { JsonSchema } from "#lib/api/openapi/schema";
import { operationIds } from "#lib/catalog/catalog";
import { samples } from "#lib/catalog/generated/samples";
import { describedRoutes, fieldsOf } from "./described-routes.ts";
import { type NamedRoute, namedRoutes } from "./method-names.ts";
import { exported, member, typeOf } from "./schema-type.ts";

const HEAD = "// Made by `npm run client` from the definitions. Do not edit.\n";

interface Tree {
  [name: string]: NamedRoute | Tree;
}

const isRoute = (node: NamedRoute | Tree): node is NamedRoute => typeof node.route === "string";

function treeOf(routes: readonly NamedRoute[]): Tree {
  const tree: Tree = {};
  for (const route of routes) {
    let node = tree;
    for (const name of route.names.slice(0, -1)) {
      node[name] ??= {};
      const below = node[name];
      if (isRoute(below)) throw new Error(`${route.route} lies below the method ${name}`);
      node = below;
    }
    node[route.names.at(-1) as string] = route;
  }
  return tree;
}

/** Returns the word of a route in the table: the method, the path, and the rows of a list or `*` for a file. */
const rowOf = ({ route, rows, answer }: NamedRoute): string =>
  [route, ...(rows ? [rows] : answer === null ? ["*"] : [])].join(" ");

const tableOf = (tree: Tree): string =>
  `{${Object.entries(tree)
    .map(([name, node]) => `${name}: ${isRoute(node) ? JSON.stringify(rowOf(node)) : tableOf(node)}`)
    .join(",\n")}}`;

const methodsOf = (tree: Tree): string =>
  `{\n${Object.entries(tree)
    .flatMap(([name, node]) => {
      if (!isRoute(node)) return [member(name, methodsOf(node))];
      const described = `Operations[${JSON.stringify(node.route)}]`;
      const text = `${node.summary}. ${node.route}`;
      return [
        member(name, `Call<${described}>`, text),
        ...(name === "list" && node.rows ? [member("each", `Each<${described}>`, `${text}, row by row`)] : []),
      ];
    })
    .join("\n")}\n}`;

/** A number or a list goes into a query as text; so does what a path names. */
function parametersOf({ route, parameters, body }: NamedRoute): JsonSchema {
  const clash = parameters.find(({ name, in: where }) => where === "path" && name in fieldsOf(body));
  if (clash) throw new Error(`${route} has ${clash.name} in its path and in its body`);
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, description, deprecated, schema, in: where }) => [
        name,
        {
          ...schema,
          ...(description && { description }),
          ...(deprecated && { deprecated }),
          ...(where === "path" && { type: ["string", "number"] }),
        },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function inputOf(route: NamedRoute): string {
  const parts = [
    ...(route.parameters.length > 0 ? [typeOf(parametersOf(route), "request")] : []),
    ...(route.body ? [route.form ? `(${route.body.name} | ${route.form.name})` : route.body.name] : []),
  ];
  return parts.join(" & ") || "Record<never, never>";
}

function operationOf(route: NamedRoute): string {
  const answer = route.answer?.name ?? "Response";
  const row = route.rows ? fieldsOf(route.answer)[route.rows]?.items : undefined;
  return member(
    route.route,
    `{ input: ${inputOf(route)}; answer: ${answer};${row ? ` row: ${typeOf(row as JsonSchema, "answer")};` : ""} }`,
    route.summary,
  );
}

/** Returns the sample of every operation, with the path of the method that sends it. */
const samplesOf = (routes: readonly NamedRoute[]) =>
  Object.fromEntries(
    operationIds.map((id) => {
      const names = routes.find((route) => route.id === id)?.names;
      if (!names) throw new Error(`No route of the document has the id ${id}`);
      return [id, { method: names.join("."), input: samples[id].request }];
    }),
  );

/** Returns the generated files of the package by name, before they are formatted. */
export function generatedFiles(): Record<string, string> {
  const document = openApiDocument();
  const routes = namedRoutes(describedRoutes(document));
  const tree = treeOf(routes);
  const schemas = Object.entries(document.components.schemas as Record<string, JsonSchema>);
  return {
    "routes.ts": `${HEAD}
/** The route of each method, with the name of a list's rows in its answer, or \`*\` for a file. */
export const ROUTES = ${tableOf(tree)} as const;
`,
    "samples.ts": `${HEAD}
/** The sample of each operation, and the method that sends it. */
export const SAMPLES: Readonly<Record<string, { method: string; input: Record<string, unknown> }>> = ${JSON.stringify(samplesOf(routes))};
`,
    "operations.d.ts": `${HEAD}
import type { Call, Each } from "./call.d.ts";

${schemas.map(([name, schema]) => exported(name, schema)).join("\n")}
/** \`data\` of every event by its type. */
export interface EventData {
${Object.keys(document.webhooks)
  .map((type) => member(type, `${eventName(type)}Event["data"]`))
  .join("\n")}
}

/** Every route: the fields of its input, and its answer. */
export interface Operations {
${routes.map(operationOf).join("\n")}
}

/** The methods of a client. */
export interface Methods ${methodsOf(tree)}
`,
  };
}
