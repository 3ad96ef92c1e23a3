import { addressKey } from "#lib/kernel/email-address";
import { comparedOf, type Filter, type Operator, type Path } from "./filter.ts";
import { type Attribute, USER_SCHEMA } from "./schema.ts";

/** A resource, or a complex value in it. */
export type Complex = Readonly<Record<string, unknown>>;

export const isComplex = (value: unknown): value is Complex =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the values at a path: none, one, or those of a multi-valued attribute which its filter lets through. */
export function valuesAt(resource: Complex, { schema, attribute, filter, sub }: Path): unknown[] {
  const home = schema === USER_SCHEMA ? resource : resource[schema];
  const found = isComplex(home) ? home[attribute.name] : undefined;
  const all = found === undefined ? [] : [found].flat();
  const chosen = filter ? all.filter((each) => isComplex(each) && matches(filter, each)) : all;
  return sub ? chosen.flatMap((each) => (isComplex(each) ? (each[sub.name] ?? []) : [])) : chosen;
}

/** Returns a text as it is compared: without regard to case, unless the attribute is exact. */
function comparable(value: unknown, { caseExact, type }: Attribute, isWholeAddress: boolean): string {
  const text = String(value);
  if (type === "dateTime") return new Date(text).toISOString();
  if (isWholeAddress) return addressKey(text);
  return caseExact ? text : text.normalize("NFKC").toLowerCase();
}

const COMPARE: Record<Exclude<Operator, "ne">, (one: string, other: string) => boolean> = {
  eq: (one, other) => one === other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

function compares(resource: Complex, { path, operator, value }: Extract<Filter, { kind: "compare" }>): boolean {
  const compared = comparedOf(path);
  const values = valuesAt(resource, path).map((each) => (isComplex(each) && compared ? each[compared.name] : each));
  const there = values.filter((each) => each !== undefined && each !== null);
  // An attribute without a value is null (RFC 7643 section 2.5).
  if (value === null || !compared) return (there.length === 0) === (operator === "eq");
  // A part of an address has no domain to compare.
  const isWhole = (operator === "eq" || operator === "ne") && compared.isAddress === true;
  const wanted = comparable(value, compared, isWhole);
  if (operator === "ne") return !there.some((each) => comparable(each, compared, isWhole) === wanted);
  return there.some((each) => COMPARE[operator](comparable(each, compared, isWhole), wanted));
}

/** Returns whether a user, or one value of an attribute, is what a filter asks for. */
export function matches(filter: Filter, resource: Complex): boolean {
  switch (filter.kind) {
    case "and":
      return filter.parts.every((part) => matches(part, resource));
    case "or":
      return filter.parts.some((part) => matches(part, resource));
    case "not":
      return !matches(filter.part, resource);
    case "present":
      return valuesAt(resource, filter.path).length > 0;
    default:
      return compares(resource, filter);
  }
}
