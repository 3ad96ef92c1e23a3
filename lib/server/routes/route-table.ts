import type { HttpRequest } from "#lib/kernel/http-request";

/** The exported functions of a route file, by method. */
export type RouteModule = Partial<Record<string, RouteFunction>>;

export type RouteFunction = (
  request: HttpRequest,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export interface Match {
  /** The address of the route file, such as `/v1/jobs/[job_id]`: unlike a URL, it names no record. */
  address: string;
  module: RouteModule;
  params: Record<string, string>;
}

interface Node {
  /** By the literal segment. */
  fixed: Map<string, Node>;
  variable: { name: string; node: Node } | null;
  route: Pick<Match, "address" | "module"> | null;
}

const newNode = (): Node => ({ fixed: new Map(), variable: null, route: null });

/** Returns the node below for a segment of a route file's address, and creates it at the first call. */
function below(node: Node, segment: string): Node {
  const name = /^\[(.+)\]$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.variable ??= { name, node: newNode() };
    return node.variable.node;
  }
  const next = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, next);
  return next;
}

/** Looks addresses up by their segments. A literal segment comes before a variable one, as in the framework. */
export class RouteTable {
  readonly #root = newNode();

  add(segments: readonly string[], module: RouteModule): void {
    let node = this.#root;
    for (const segment of segments) node = below(node, segment);
    node.route = { address: `/${segments.join("/")}`, module };
  }

  /** Returns the route of a path without its query, or null: also for a path that the framework would redirect. */
  find(path: string): Match | null {
    const params: Record<string, string> = {};
    // A URL reads a backslash as a slash.
    const node = path.includes("\\") ? null : step(this.#root, path.split("/"), 1, params);
    return node?.route ? { ...node.route, params } : null;
  }
}

function step(node: Node, segments: readonly string[], index: number, params: Record<string, string>): Node | null {
  const segment = segments[index];
  if (segment === undefined) return node;
  const fixed = node.fixed.get(segment);
  const found = fixed ? step(fixed, segments, index + 1, params) : null;
  if (found?.route) return found;
  if (node.variable === null || segment === "") return null;
  const value = decodeURIComponent(segment);
  // A URL resolves these segments, however they are encoded.
  if (value === "." || value === "..") return null;
  const behind = step(node.variable.node, segments, index + 1, params);
  if (behind?.route) params[node.variable.name] = value;
  return behind;
}
