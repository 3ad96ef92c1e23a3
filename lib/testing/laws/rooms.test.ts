import { describe, expect, it } from "vitest";
import { folderOf, libRooms, roomOf } from "./rooms.ts";
import { type Import, imports, sourceFiles } from "./source-files.ts";

/** `from -> to` for every import from one folder of the tables into another. */
const crossings = sourceFiles.flatMap((from) =>
  (imports.get(from) ?? []).flatMap(({ file: to }) => {
    const [room, target] = [roomOf(from), to && roomOf(to)];
    if (!room || !to || !target || folderOf(from, room) === folderOf(to, target)) return [];
    return [{ from, to, room, target: folderOf(to, target) }];
  }),
);

/** Returns every file in an import cycle, with the path of the cycle; type imports count. */
function circles(): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (file: string, way: string[]) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    if (done.has(file) || way.includes(file)) return;
    for (const { file: next } of imports.get(file) ?? []) if (next) follow(next, [...way, file]);
    done.add(file);
  };
  for (const file of sourceFiles) follow(file, []);
  return found;
}

/** Packages and modules that do not exist in browsers. */
const SERVER_ONLY = /^(node:|pg$|drizzle-orm|undici$|pino$|prom-client$|next-auth$|next\/headers$|@node-rs\/)/;

/** Packages that a first view loads on demand: they are larger than all other code of most pages. */
const ON_DEMAND = /^(zod|next-auth)(\/|$)/;

/** Pages that have a form with a schema in their first view. */
const PAGES_WITH_FORMS = /^app\/.*\/invitation\/page\.tsx$/;

type Follows = (next: Import) => boolean;

const atRunTime: Follows = ({ typeOnly }) => !typeOnly;
const inFirstView: Follows = ({ typeOnly, onDemand }) => !typeOnly && !onDemand;

/** Returns every such package that the files import directly or indirectly, as `importing file -> package`. */
function packagesReached(files: readonly string[], packages: RegExp, follows: Follows): string[] {
  const reached = new Set(files);
  for (const file of reached) {
    for (const next of imports.get(file) ?? []) if (next.file && follows(next)) reached.add(next.file);
  }
  return [...reached].flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((next) => !next.file && follows(next) && packages.test(next.specifier))
      .map(({ specifier }) => `${file} -> ${specifier}`),
  );
}

describe("the rooms of docs/architecture.md", () => {
  it("contain every file of lib and components", () => {
    expect(sourceFiles.filter((file) => !file.startsWith("app/") && !roomOf(file))).toEqual([]);
  });

  it("import only rooms below them", () => {
    const upward = libRooms.flatMap(({ folder, imports: below }, place) =>
      below
        .filter((name) => !libRooms.slice(0, place).some((room) => room.folder === name))
        .map((name) => `${folder} -> ${name}`),
    );
    expect(upward).toEqual([]);
  });

  it("import only the rooms that their row names", () => {
    const broken = crossings.filter(({ room, target, to }) => {
      if (to.startsWith("app/")) return true;
      if (room.folder.startsWith("components/") && to.startsWith("lib/")) return false;
      return !room.imports.includes(target) && !room.imports.includes("components/*");
    });
    expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it("use each import of their row", () => {
    const unused = libRooms.flatMap(({ folder, imports: named }) =>
      named
        .filter((name) => !crossings.some(({ room, target }) => room.folder === folder && target === name))
        .map((name) => `${folder} -> ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("contain no circle of files, types included", () => {
    expect(circles()).toEqual([]);
  });

  it("let components and lib/browser reach no server module", () => {
    const browser = sourceFiles.filter((file) => /^(components|lib\/browser)\//.test(file));
    expect(packagesReached(browser, SERVER_ONLY, atRunTime)).toEqual([]);
  });

  it("keep schemas out of the first view of a page", () => {
    const views = sourceFiles
      .filter((file) => /^app\/.*(page|layout|known-patient)\.tsx$/.test(file) && !PAGES_WITH_FORMS.test(file))
      .flatMap((file) => imports.get(file)?.filter(inFirstView) ?? [])
      .flatMap(({ file }) => (file?.startsWith("components/") ? [file] : []));
    expect(packagesReached(views, ON_DEMAND, inFirstView)).toEqual([]);
  });

  it("import files of other folders by #lib, #components and #app, so that a move shows in one place", () => {
    const relative = sourceFiles.flatMap((from) =>
      (imports.get(from) ?? [])
        .filter(({ specifier, file }) => specifier.startsWith("../") && file && !from.endsWith(".mjs"))
        .map(({ specifier }) => `${from} -> ${specifier}`),
    );
    expect(relative).toEqual([]);
  });
});
