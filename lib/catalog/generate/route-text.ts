import { type Entry, HEAD, importsOf } from "./registry-text.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What answers one method of a route of /v1. */
export interface Handler {
  method: string;
  /** Path below /v1. */
  path: string;
  /** The wrapper that makes an endpoint of a definition. */
  wrapper: "query" | "command" | "operation";
  /** The exports that the wrapper takes: the definition, and an operation's `accept`. */
  given: readonly Omit<Entry, "key">[];
  /** True for an operation at its second path. */
  isAlso?: true;
}

const callOf = ({ wrapper, given, isAlso }: Handler): string => {
  const names = given.map(({ name }) => name);
  return `${wrapper}(${[...names, ...(isAlso ? [`${names[0]}.alsoAt?.path`] : [])].join(", ")})`;
};

const textOf = (handlers: readonly Handler[]): string => {
  const imported = [
    ...handlers.flatMap(({ given }) => given.map(({ name, module }) => ({ name, module: `#lib/resources/${module}` }))),
    ...handlers.map(({ wrapper }) => ({ name: wrapper, module: `#lib/api/endpoints/${wrapper}-endpoint` })),
    { name: "routes", module: "#lib/api/endpoints/endpoint" },
  ];
  const inOrder = METHODS.flatMap((method) => handlers.filter((handler) => handler.method === method));
  return [
    `${HEAD}${importsOf(imported)}`,
    "",
    `export const { ${METHODS.join(", ")}, OPTIONS } = routes({`,
    ...inOrder.map((handler) => `  ${handler.method}: ${callOf(handler)},`),
    "});",
    "",
  ].join("\n");
};

/** Returns the text of the file of each route by its path in the repository. */
export const routeFiles = (handlers: readonly Handler[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(handlers, ({ path }) => path)].map(([path, some]) => [
      `app/v1${path.replaceAll(/\{(\w+)\}/g, "[$1]")}/route.ts`,
      textOf(some),
    ]),
  );
