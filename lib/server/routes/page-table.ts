import { globSync } from "node:fs";
import { join, sep } from "node:path";

/** What answers an address: a page or a file of the console, or the functions of a route file. */
export type AnsweredBy = "page" | "route";

/** Returns the expression of one segment of a file's address with the slash before it; "" for a group. */
function expressionOf(segment: string): string {
  if (/^\(.+\)$/.test(segment)) return "";
  if (segment.startsWith("[[...")) return "(?:/.*)?";
  if (segment.startsWith("[...")) return "/.+";
  return segment.startsWith("[") ? "/[^/]+" : `/${segment.replace(/[.*+?^${}()|\\]/g, "\\$&")}`;
}

/** Returns an expression that an address matches if one of the files answers it. */
function expressionFor(files: readonly string[]): RegExp {
  const addresses = files.map((file) => file.split(sep).slice(0, -1).map(expressionOf).join("") || "/");
  return new RegExp(`^(?:${addresses.join("|")})$`);
}

/** Knows which addresses pages and route files answer, also those of the framework: the file tree is the only table. */
export class PageTable {
  readonly #routes: RegExp;
  readonly #pages: RegExp;
  readonly #files: ReadonlySet<string>;

  /** `root` is the folder that has `app` and `public`. */
  constructor(root: string) {
    const found = (pattern: string) => globSync(pattern, { cwd: join(root, "app") });
    this.#routes = expressionFor(found("**/route.ts"));
    this.#pages = expressionFor(found("**/page.tsx"));
    this.#files = new Set(globSync("**/*.*", { cwd: join(root, "public") }).map((file) => `/${file}`));
  }

  /** Returns what answers a path without its query; null if nothing does. */
  find(path: string): AnsweredBy | null {
    if (this.#routes.test(path)) return "route";
    return this.#pages.test(path) || this.#files.has(path) ? "page" : null;
  }
}
