import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getTableColumns, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { CommandDefinition } from "#lib/definitions/command";
import type { JobDefinition, OperationDefinition } from "#lib/definitions/operation";
import type { QueryDefinition } from "#lib/definitions/query";
import type { ShownRecord } from "#lib/definitions/shown";
import { type Entry, fileOf, HEAD, keyText, listText, unionsOf } from "./registry-text.ts";
import { type Handler, routeFiles } from "./route-text.ts";

type Module = Record<string, unknown>;

const RESOURCES = join(import.meta.dirname, "../../resources");

const hasKeys = (value: unknown, ...keys: string[]): boolean =>
  typeof value === "object" && value !== null && keys.every((key) => key in value);

const isDefinition = (value: unknown): value is JobDefinition => hasKeys(value, "id", "retry", "events");
const isRunner = (value: unknown): boolean => hasKeys(value, "prepare", "run", "complete");
const isSample = (value: unknown): boolean => hasKeys(value, "request", "completed", "failed");
const isShown = (value: unknown): boolean => hasKeys(value, "gist", "deed");
const isShownRecord = (value: unknown): boolean => hasKeys(value, "things", "onPatientsPage", "title", "detail");
const isQuery = (value: unknown): boolean =>
  hasKeys(value, "path", "permission", "patientData", "query", "body", "read");
const isCommand = (value: unknown): boolean => hasKeys(value, "method", "path", "permission", "status", "input");
/** The function that accepts an operation is the only export of its file. */
const isAccept = (value: unknown): boolean => typeof value === "function";
const isWrittenTable = (value: unknown): boolean => is(value, PgTable) && "jobId" in getTableColumns(value);

const load = (module: string): Promise<Module> => import(join(RESOURCES, `${module}.ts`));

/** Returns the names of the exports that satisfy the test. */
const namesIn = (exported: Module, test: (value: unknown) => boolean): string[] =>
  Object.keys(exported).filter((name) => test(exported[name]));

/** Returns the name of the only such export. Throws if the module has none or several. */
function onlyNameIn(exported: Module, module: string, test: (value: unknown) => boolean): string {
  const [name, ...others] = namesIn(exported, test);
  if (name === undefined || others.length > 0) throw new Error(`${module}.ts must export exactly one`);
  return name;
}

interface Operation {
  folder: string;
  definition: JobDefinition;
  name: string;
}

/** Returns the operations of all folders, in the order of the menus; those without a place in a menu last. */
async function operations(): Promise<Operation[]> {
  const folders = globSync("*/*/definition.ts", { cwd: RESOURCES }).map(dirname).sort();
  const found = await Promise.all(
    folders.map(async (folder) => {
      const module = `${folder}/definition`;
      const exported = await load(module);
      const name = onlyNameIn(exported, module, isDefinition);
      return { folder, name, definition: exported[name] as JobDefinition };
    }),
  );
  const placeOf = ({ definition }: Operation) => definition.menuPlace ?? Number.MAX_SAFE_INTEGER;
  const places = found.flatMap(({ definition }) => definition.menuPlace ?? []);
  if (new Set(places).size < places.length) throw new Error("Two operations have the same menuPlace");
  return found.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Returns an entry per operation for one of its files. */
const entriesOf = (found: readonly Operation[], file: string, test: (value: unknown) => boolean): Promise<Entry[]> =>
  Promise.all(
    found.map(async ({ folder, definition }) => {
      const module = `${folder}/${file}`;
      return { key: definition.id, name: onlyNameIn(await load(module), module, test), module };
    }),
  );

/** Returns how lists show the records of the operations that have such a list, by the list's name. */
async function shownRecords(found: readonly Operation[]): Promise<Entry[]> {
  const entries = await Promise.all(
    found.map(async ({ folder, definition: { listedIn } }) => {
      const module = `${folder}/shown`;
      if (listedIn === undefined) return [];
      return [{ key: listedIn, name: onlyNameIn(await load(module), module, isShownRecord), module }];
    }),
  );
  return entries.flat();
}

/** Returns the text that tells where the patient's page lists each kind of written record, as plain data. */
async function patientSections(lists: readonly Entry[]): Promise<string> {
  const shown = lists.map(async ({ key, name, module }) => {
    const { things, onPatientsPage } = (await load(module))[name] as ShownRecord<never>;
    const { within, tab, heading } = onPatientsPage;
    const plural = `${things.charAt(0).toUpperCase()}${things.slice(1)}`;
    return { key: keyText(key), section: { within, tab, heading }, link: { tab, name: plural } };
  });
  const all = await Promise.all(shown);
  const line = (key: string, fields: Record<string, string>) =>
    `  ${key}: { ${Object.entries(fields)
      .map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
      .join(", ")} },`;
  return [
    `${HEAD}/** Where the patient's page lists written records, by the list's name. Browser-safe. */`,
    "export const patientSections = {",
    ...all.map(({ key, section }) => line(key, section)),
    "} as const;",
    "",
    "/** How a link names these lists: apart, as pages that only link to them need no more. Browser-safe. */",
    "export const patientLinks = {",
    ...all.map(({ key, link }) => line(key, link)),
    "} as const;",
    "",
  ].join("\n");
}

/** Returns the text of the hook that reads each kind of written record: no hook may be called in a loop. */
const writtenRows = (lists: readonly Entry[]): string =>
  [
    `${HEAD}import { writtenRecords } from "#lib/browser/api/written";`,
    'import { useRows } from "#lib/browser/page/use-rows";',
    "",
    "/** Returns the first page of each list of written records of a patient. */",
    "export const useWrittenRows = (accountId: string, filters: { patient_mrn: string }) => ({",
    ...lists.map(({ key }) => `  ${keyText(key)}: useRows(writtenRecords(accountId, "${key}", filters)),`),
    "});",
    "",
  ].join("\n");

/** Returns the tables of the records that jobs write. */
async function writtenTables(): Promise<Entry[]> {
  const modules = globSync("*/table.ts", { cwd: RESOURCES }).map((path) => path.replace(/\.ts$/, ""));
  const entries = modules.sort().map(async (module) => {
    const names = namesIn(await load(module), isWrittenTable);
    return names.map((name) => ({ key: name, name, module }));
  });
  return (await Promise.all(entries)).flat();
}

interface Defined<Definition> {
  entry: Entry;
  definition: Definition;
}

type Query = Defined<QueryDefinition>;

/**
 * Returns the definitions of one kind of all resources, by their paths. `calls` make them: a module without such a call needs
 * no loading.
 */
async function defined<Definition extends { path: string }>(
  calls: RegExp,
  isDefined: (value: unknown) => boolean,
): Promise<Defined<Definition>[]> {
  const modules = globSync("*/*.ts", { cwd: RESOURCES, exclude: ["**/*.test.ts"] }).filter((file) =>
    calls.test(readFileSync(join(RESOURCES, file), "utf8")),
  );
  const found = modules.map(async (file) => {
    const module = file.replace(/\.ts$/, "");
    const exported = await load(module);
    return namesIn(exported, isDefined).map((name) => {
      const definition = exported[name] as Definition;
      return { definition, entry: { key: definition.path, name, module } };
    });
  });
  const placeOf = ({ entry }: Defined<Definition>) => `${entry.key} ${entry.name}`;
  return (await Promise.all(found)).flat().sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

const queries = () => defined<QueryDefinition>(/\b(defineQuery|defineList|writtenList)\(/, isQuery);
const commands = () => defined<CommandDefinition>(/\bdefineCommand\(/, isCommand);

/** Returns what answers each route of the resources. */
async function handlers(found: readonly Operation[], reads: readonly Query[]): Promise<Handler[]> {
  const operated = found.map(async ({ folder, name, definition }): Promise<Handler[]> => {
    const { method, path, alsoAt } = definition as OperationDefinition;
    const module = `${folder}/accept`;
    const accept = { name: onlyNameIn(await load(module), module, isAccept), module };
    const given = [{ name, module: `${folder}/definition` }, accept];
    const handler = { method, path, wrapper: "operation", given } as const;
    return [handler, ...(alsoAt ? [{ ...handler, path: alsoAt.path, isAlso: true as const }] : [])];
  });
  const read = reads.map(
    ({ entry }) => ({ method: "GET", path: entry.key, wrapper: "query", given: [entry] }) as const,
  );
  const commanded = (await commands()).map(
    ({ entry, definition: { method, path } }) => ({ method, path, wrapper: "command", given: [entry] }) as const,
  );
  return [...read, ...(await Promise.all(operated)).flat(), ...commanded];
}

/** Returns the text of the permissions of these queries, one per resource. */
const readPermissions = (found: readonly Query[]): string =>
  listText({
    name: "RESOURCE_READ_PERMISSIONS",
    doc: "The permissions of the queries on resources. Browser-safe.",
    values: found.map(({ definition }) => definition.permission),
  });

/**
 * Returns the text of the names by which definitions and the browser know the lists that jobs change: a list of written
 * records by its name in the body, every other answer by its path.
 */
function listNames(reads: readonly Query[], found: readonly Operation[]): string {
  const written = found.filter(({ definition }) => definition.listedIn !== undefined);
  const paths = new Set(written.map(({ definition }) => (definition as OperationDefinition).path));
  const others = reads.filter(({ definition: { path } }) => !path.includes("{") && !paths.has(path));
  return unionsOf(
    {
      name: "WrittenListName",
      doc: "Lists of `/v1` with records that jobs write, by their names in the body.",
      values: written.flatMap(({ definition }) => definition.listedIn ?? []),
    },
    {
      name: "OtherListName",
      doc: "Other answers of `/v1` that jobs change, by their paths.",
      values: others.map(({ definition: { path } }) => path.slice(1).replaceAll("/", "-")),
    },
  );
}

/**
 * Returns the text that gives each such list its route of /v1, where its records are written, and the permission to read it.
 * Throws if the resource has no such query.
 */
function writtenRoutes(found: readonly Operation[], lists: readonly Entry[], reads: readonly Query[]): string {
  const written = lists.map(({ key, module }) => {
    const { definition } = found.find(({ folder }) => module.startsWith(`${folder}/`)) as Operation;
    const { path } = definition as OperationDefinition;
    const list = reads.find(({ definition: query }) => query.path === path);
    if (!list) throw new Error(`${module}.ts shows the records of ${key}, which no GET ${path} lists`);
    return { key: keyText(key), path, permission: list.definition.permission };
  });
  return [
    "/** The route that reads each list of written records. Browser-safe. */",
    "export const writtenRoutes = {",
    ...written.map(({ key, path }) => `  ${key}: "GET ${path}",`),
    "} as const;",
    "",
    "/** The permission to read each of them. Browser-safe. */",
    "export const writtenPermissions = {",
    ...written.map(({ key, permission }) => `  ${key}: "${permission}",`),
    "} as const;",
    "",
  ].join("\n");
}

/**
 * Returns the text of each generated file by its path in the repository: the registries of what the folders of lib/resources
 * contain, and its routes. Throws if an operation lacks a file or a file lacks its export.
 */
export async function registries(): Promise<Record<string, string>> {
  const found = await operations();
  const requested = found.filter(({ definition }) => definition.events !== null);
  const internal = found.filter(({ definition }) => definition.events === null);
  const definitionEntries = (some: readonly Operation[]): Entry[] =>
    some.map(({ folder, name, definition }) => ({ key: definition.id, name, module: `${folder}/definition` }));
  const records = await shownRecords(requested);
  const reads = await queries();
  return {
    "lib/catalog/generated/definitions.ts": fileOf(
      {
        name: "catalog",
        doc: "All write operations by id, the source of forms, menus, permissions and the API reference. Browser-safe.",
        entries: definitionEntries(requested),
      },
      {
        name: "internalJobs",
        doc: "Jobs that the product queues itself: listed, but without a route and events (decisions §4). Browser-safe.",
        entries: definitionEntries(internal),
      },
    ),
    "lib/catalog/generated/runners.ts": fileOf({
      name: "runners",
      doc: "The runner of each job type.",
      entries: await entriesOf(found, "run", isRunner),
    }),
    "lib/catalog/generated/samples.ts": fileOf({
      name: "samples",
      doc: "A sample per operation. Browser-safe.",
      type: "Record<OperationId, SampleOf<OperationDefinition>>",
      entries: await entriesOf(requested, "sample", isSample),
    }),
    "lib/catalog/generated/shown.ts": fileOf(
      {
        name: "shownOperations",
        doc: "How the console shows the jobs of each operation. Browser-safe.",
        type: "Record<OperationId, Shown>",
        entries: await entriesOf(requested, "shown", isShown),
      },
      {
        name: "shownRecords",
        doc: "How lists show written records, by the list's name. Browser-safe.",
        entries: records,
      },
    ),
    "lib/catalog/generated/written-routes.ts": `${HEAD}${writtenRoutes(requested, records, reads)}`,
    "lib/catalog/generated/queries.ts": fileOf({
      name: "resourceQueries",
      doc: "The queries of all resources.",
      entries: reads.map(({ entry }) => entry),
      isList: true,
    }),
    "lib/catalog/generated/patient-sections.ts": await patientSections(records),
    "lib/browser/generated/use-written-rows.ts": writtenRows(records),
    "lib/definitions/generated/list-names.ts": listNames(reads, requested),
    "lib/security/generated/read-permissions.ts": readPermissions(reads),
    "lib/catalog/generated/written-tables.ts": fileOf({
      name: "writtenTables",
      doc: "Tables of the records that jobs write. A job that retries another job takes over its records.",
      entries: await writtenTables(),
      isList: true,
    }),
    ...routeFiles(await handlers(requested, reads)),
  };
}
