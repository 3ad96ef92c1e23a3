import { z } from "zod";
import { catalog } from "#lib/catalog/generated/definitions";
import { INTEGRATOR_PERMISSIONS, ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import type { OperationDefinition } from "#lib/definitions/operation";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { allCommands } from "./all-commands.ts";
import { allQueries } from "./all-queries.ts";

/** A table of a document in `docs`, found by its head. */
interface Table {
  document: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const operations = Object.values<OperationDefinition>(catalog);

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(", ");

/** Compares sections such as 4.6 and 4.16 by their numbers. */
const bySection = (one: OperationDefinition, other: OperationDefinition) =>
  Number(one.section.split(".")[1]) - Number(other.section.split(".")[1]) || (one.id < other.id ? -1 : 1);

/** The operations, in the order of their sections. */
const operationTable = (): Table => ({
  document: "interface.md",
  head: ["operation", "request", "permission", "events", "section"],
  rows: operations
    .toSorted(bySection)
    .map(({ name, method, path, id, events, section }) => [
      name,
      code(`${method} ${path}`),
      code(id),
      codes([...(events.also ?? []), events.completed, events.failed].map(({ type }) => type)),
      section,
    ]),
});

interface Fields {
  properties?: Record<string, { type?: unknown }>;
  required?: readonly string[];
}

/** Returns the names of an event's fields, and which of them it has only sometimes, or only as null. */
function fieldsOf(data: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(data, { io: "output" }) as Fields;
  const noteOf = (name: string) => {
    if (properties[name]?.type === "null") return " (null)";
    return required.includes(name) ? "" : " (sometimes)";
  };
  return Object.keys(properties)
    .map((name) => code(name) + noteOf(name))
    .join(", ");
}

/** The events of operations, in the order of their sections; several operations may send one type. */
function eventTable(): Table {
  const all = operations
    .toSorted(bySection)
    .flatMap(({ events }) => [...(events.also ?? []), events.completed, events.failed]);
  const rows = new Map(all.map(({ type, data }) => [type, fieldsOf(data)]));
  return {
    document: "interface.md",
    head: ["type", "`data`"],
    rows: [...rows].map(([type, fields]) => [code(type), fields]),
  };
}

/** Parameters that lists have in common. */
const OF_PAGES = new Set(["limit", "cursor", "page", "page_size", "include_total"]);

/** Compares routes by path, then by method. */
const byRoute = (one: { path: string; method?: string }, other: { path: string; method?: string }) =>
  `${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1;

/** The reads, by path. */
const readTable = (): Table => ({
  document: "decisions.md",
  head: ["read", "permission", "parameters"],
  rows: allQueries
    .toSorted(byRoute)
    .map(({ path, permission, query }) => [
      code(`GET ${path}`),
      code(permission),
      codes(Object.keys(query.shape).filter((name) => !OF_PAGES.has(name))),
    ]),
});

/** The commands, by path: the writes that take effect before they are answered. */
const commandTable = (): Table => ({
  document: "decisions.md",
  head: ["command", "permission", "fields"],
  rows: allCommands
    .toSorted(byRoute)
    .map(({ method, path, permission, input }) => [
      code(`${method} ${path}`),
      code(permission),
      codes(Object.keys(input.shape)),
    ]),
});

/** What each kind of caller may do, by resource. */
function permissionTable(): Table {
  const callers = [
    INTEGRATOR_PERMISSIONS,
    new Set<string>(MCP_READ_PERMISSIONS),
    ROLE_PERMISSIONS.staff,
    ROLE_PERMISSIONS.admin,
  ];
  const all = new Set(callers.flatMap((permissions) => [...permissions]));
  const byResource = Map.groupBy([...all].sort(), (permission) => permission.split(":", 1)[0] ?? "");
  const actionsOf = (permissions: readonly string[], held: ReadonlySet<string>) =>
    codes(permissions.filter((name) => held.has(name)).map((name) => name.slice(name.indexOf(":") + 1)));
  return {
    document: "decisions.md",
    head: ["resource", "integrator", "assistant", "`staff`", "`admin`"],
    rows: [...byResource].map(([resource, permissions]) => [
      code(resource),
      ...callers.map((held) => actionsOf(permissions, held)),
    ]),
  };
}

const lineOf = (cells: readonly string[]) =>
  `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |").replaceAll("|  |", "| |");

/** Returns the document with the table's rows in place of those below its head. Throws if there is no such head. */
function withRows(text: string, { document, head, rows }: Table): string {
  const lines = text.split("\n");
  const first = lines.indexOf(lineOf(head));
  if (first < 0) throw new Error(`docs/${document} has no table with the head ${lineOf(head)}`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  const rule = lineOf(head.map(() => "---"));
  return lines.toSpliced(first, length, lineOf(head), rule, ...rows.map(lineOf)).join("\n");
}

/** Returns the documents of `docs` with the tables that the definitions give, by their names. */
export function documentsWithTables(read: (document: string) => string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const table of [operationTable(), eventTable(), readTable(), commandTable(), permissionTable()]) {
    texts[table.document] = withRows(texts[table.document] ?? read(table.document), table);
  }
  return texts;
}
