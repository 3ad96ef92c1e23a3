import type { FhirResource } from "fhir/r4";
import type { SearchParameter } from "./parameters.ts";

type Element = Record<string, unknown>;

const isElement = (value: unknown): value is Element => typeof value === "object" && value !== null;

/** Returns the values at a path such as `participant.actor`, through all lists. */
export function valuesAt(resource: object, path: string): unknown[] {
  let found: unknown[] = [resource];
  for (const name of path.split(".")) found = found.flatMap((value) => (isElement(value) ? (value[name] ?? []) : []));
  return found;
}

function matchesToken(value: unknown, asked: string): boolean {
  const [code = "", system] = asked.split("|").reverse();
  if (!isElement(value)) return String(value) === code;
  if (Array.isArray(value.coding)) return value.coding.some((coding) => matchesToken(coding, asked));
  return (value.value ?? value.code) === code && (system === undefined || (value.system ?? "") === system);
}

/** Returns the begin and the end of a date or of a time of any precision, in milliseconds. */
function spanOf(text: string): [number, number] {
  const start = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return [start, start + 86_400_000 - 1];
  return /\.\d/.test(text) ? [start, start] : [start, start + 999];
}

function matchesDate(value: unknown, asked: string): boolean {
  const [, prefix = "eq", text = ""] = /^([a-z]{2})?(.*)$/.exec(asked) ?? [];
  const [from, to] = spanOf(text);
  const [begin, end] = spanOf(String(value));
  if (prefix === "ge") return end >= from;
  if (prefix === "gt") return end > to;
  if (prefix === "le") return begin <= to;
  if (prefix === "lt") return begin < from;
  return begin >= from && end <= to;
}

/** Returns whether a resource fits one search parameter; of several values one must fit. */
export function fits(resource: FhirResource, { type, path }: SearchParameter, asked: string): boolean {
  return asked.split(",").some((each) =>
    valuesAt(resource, path).some((value) => {
      if (type === "date") return matchesDate(value, each);
      if (type === "token") return matchesToken(value, each);
      if (type === "reference") return isElement(value) && `/${value.reference}`.endsWith(`/${each}`);
      return String(value).toLowerCase().startsWith(each.toLowerCase());
    }),
  );
}
