import { isStorable } from "#lib/kernel/storable-text";
import { type Attribute, attributeNamed, attributesOf, schemaAndRest, USER_SCHEMA } from "./schema.ts";
import { ScimError } from "./scim-error.ts";

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];

/** An attribute, or a part of it, of a user or of one value of a multi-valued attribute. */
export interface Path {
  schema: string;
  attribute: Attribute;
  /** Which values of a multi-valued attribute: `emails[type eq "work"]`. */
  filter?: Filter;
  sub?: Attribute;
}

export type Filter =
  | { kind: "and" | "or"; parts: readonly Filter[] }
  | { kind: "not"; part: Filter }
  | { kind: "present"; path: Path }
  | { kind: "compare"; path: Path; operator: Operator; value: string | boolean | null };

/** The attributes that names in a filter mean: those of a user, or those of one value of an attribute. */
type Scope = { of: "user" } | { of: "value"; attributes: readonly Attribute[] };

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 20;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** The words, brackets and quoted texts of a filter, read from left to right. */
class Tokens {
  readonly #all: string[] = [];
  #next = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    const end = text.trimEnd().length;
    while (TOKEN.lastIndex < end) {
      const found = TOKEN.exec(text);
      if (!found) throw invalid("has a text without its closing quote");
      this.#all.push(found[0].trimStart());
    }
  }

  get first(): string | undefined {
    return this.#all[this.#next];
  }

  take(): string {
    const token = this.first;
    if (token === undefined) throw invalid("ends too early");
    this.#next += 1;
    return token;
  }

  /** Takes the next token if it is this one, in any case. */
  takeIf(token: string): boolean {
    if (this.first?.toLowerCase() !== token) return false;
    this.#next += 1;
    return true;
  }
}

const invalid = (problem: string) => new ScimError("invalidFilter", `The filter ${problem}`);

/** Returns the attribute and the part of it that a name means; undefined if there is none. */
function named(name: string, scope: Scope): Path | undefined {
  const { schema, rest } = scope.of === "user" ? schemaAndRest(name) : { schema: USER_SCHEMA, rest: name };
  const attributes = scope.of === "user" ? attributesOf(schema) : scope.attributes;
  const [first = "", second, ...more] = rest.split(".");
  const attribute = attributeNamed(attributes, first);
  if (!attribute || more.length > 0) return undefined;
  if (second === undefined) return { schema, attribute };
  const sub = attributeNamed(attribute.subAttributes ?? [], second);
  return sub && { schema, attribute, sub };
}

/** Returns the attribute of a user that a name means, or undefined. */
export const attributeAt = (name: string): Path | undefined => named(name, { of: "user" });

/** Reads `[…]` and `.sub` behind the name of a multi-valued attribute. */
function valuesOf(tokens: Tokens, path: Path, depth: number): Path | undefined {
  if (path.sub || !path.attribute.multiValued || !path.attribute.subAttributes) return undefined;
  const filter = either(tokens, { of: "value", attributes: path.attribute.subAttributes }, depth + 1);
  if (!tokens.takeIf("]")) throw invalid("lacks a ]");
  if (!tokens.first?.startsWith(".")) return { ...path, filter };
  const sub = attributeNamed(path.attribute.subAttributes, tokens.take().slice(1));
  return sub && { ...path, filter, sub };
}

/** Reads an attribute, with the filter of its values. Returns undefined for an unknown one. */
function pathIn(tokens: Tokens, scope: Scope, depth: number): Path | undefined {
  const path = named(tokens.take(), scope);
  return path && tokens.takeIf("[") ? valuesOf(tokens, path, depth) : path;
}

/** The attribute whose value is compared: the `value` of a complex one, unless a part of it is named. */
export const comparedOf = ({ attribute, sub }: Path): Attribute | undefined =>
  sub ?? (attribute.type === "complex" ? attributeNamed(attribute.subAttributes ?? [], "value") : attribute);

function literalOf(token: string): string | boolean | null {
  let value: unknown;
  try {
    value = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
  } catch {
    throw invalid(`has a value that is neither true, false, null nor a text in quotes: ${token.slice(0, 50)}`);
  }
  if (typeof value === "string" && !isStorable(value)) throw invalid("has a text with NUL or broken characters");
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  throw invalid("compares with a number, which no attribute is");
}

/** Returns a value as the type of its attribute: directories send "True" for true. */
function typed(value: string | boolean | null, compared: Attribute): string | boolean | null {
  if (value === null) return null;
  if (compared.type === "boolean") {
    const truth = String(value).toLowerCase();
    if (truth !== "true" && truth !== "false") throw invalid(`compares ${compared.name} with neither true nor false`);
    return truth === "true";
  }
  if (typeof value === "boolean") throw invalid(`compares ${compared.name} with true or false`);
  if (compared.type === "dateTime" && Number.isNaN(Date.parse(value))) {
    throw invalid(`compares ${compared.name} with something that is no date`);
  }
  return value;
}

function comparison(tokens: Tokens, scope: Scope, depth: number): Filter {
  const name = tokens.first ?? "";
  const path = pathIn(tokens, scope, depth);
  if (!path) throw invalid(`names an attribute that is not there: ${name.slice(0, 100)}`);
  const word = tokens.first?.toLowerCase();
  const operator = OPERATORS.find((each) => each === word);
  // `emails[type eq "work"]` alone: there is such a value.
  if (word !== "pr" && !operator && path.filter && !path.sub) return { kind: "present", path };
  tokens.take();
  if (word === "pr") return { kind: "present", path };
  if (!operator) throw invalid(`has an unknown operator; expected ${OPERATORS.join(", ")} or pr`);
  const compared = comparedOf(path);
  if (!compared) throw invalid(`compares ${path.attribute.name} as a whole: name a part of it`);
  const value = typed(literalOf(tokens.take()), compared);
  const isOrder = operator !== "eq" && operator !== "ne";
  if (isOrder && typeof value !== "string") throw invalid(`cannot compare ${compared.name} by ${operator}`);
  return { kind: "compare", path, operator, value };
}

function single(tokens: Tokens, scope: Scope, depth: number): Filter {
  if (depth > MAX_DEPTH) throw invalid(`is nested more than ${MAX_DEPTH} levels deep`);
  if (tokens.takeIf("not")) return { kind: "not", part: single(tokens, scope, depth + 1) };
  if (!tokens.takeIf("(")) return comparison(tokens, scope, depth);
  const inner = either(tokens, scope, depth + 1);
  if (!tokens.takeIf(")")) throw invalid("lacks a )");
  return inner;
}

function joined(tokens: Tokens, kind: "and" | "or", part: () => Filter): Filter {
  const parts = [part()];
  while (tokens.takeIf(kind)) parts.push(part());
  return parts.length === 1 && parts[0] ? parts[0] : { kind, parts };
}

/** Reads alternatives; `and` binds more closely than `or`. */
const either = (tokens: Tokens, scope: Scope, depth: number): Filter =>
  joined(tokens, "or", () => joined(tokens, "and", () => single(tokens, scope, depth)));

function tokensOf(text: string): Tokens {
  if (text.length > MAX_LENGTH) throw invalid(`has more than ${MAX_LENGTH} characters`);
  return new Tokens(text);
}

/** Parses a filter of users (RFC 7644 section 3.4.2.2). Throws 400 `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const tokens = tokensOf(text);
  const filter = either(tokens, { of: "user" }, 0);
  if (tokens.first !== undefined) throw invalid(`has something behind its end: ${tokens.first.slice(0, 50)}`);
  return filter;
}

/** Parses the path of an operation (RFC 7644 section 3.5.2). Throws 400 `invalidPath`, or `invalidFilter` for its filter. */
export function parsePath(text: string): Path {
  const tokens = tokensOf(text);
  const path = tokens.first === undefined ? undefined : pathIn(tokens, { of: "user" }, 0);
  if (!path || tokens.first !== undefined) {
    throw new ScimError("invalidPath", `${text.slice(0, 100)} is no attribute of a user here; nothing was saved`);
  }
  return path;
}
