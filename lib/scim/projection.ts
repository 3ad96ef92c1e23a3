import { attributeAt, type Path } from "./filter.ts";
import { type Complex, isComplex } from "./matches.ts";
import { attributesOf, schemaAndRest, USER_SCHEMA } from "./schema.ts";

/** What an answer always has. */
const ALWAYS = ["id", "schemas"];

const MAX_NAMES = 200;

/** Returns the attributes that a parameter names, by themselves or by their schema; an unknown name means none. */
function namedIn(text: string): Path[] {
  const names = text.split(",", MAX_NAMES).map((each) => each.trim());
  return names.flatMap((name) => {
    const { schema, rest } = schemaAndRest(name);
    if (name !== "" && rest === "") return attributesOf(schema).map((attribute) => ({ schema, attribute }));
    return attributeAt(name) ?? [];
  });
}

/** Keeps or removes parts of one value. */
const partsOf = (value: unknown, subs: readonly string[], isKept: boolean): unknown =>
  isComplex(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => subs.includes(key) === isKept)) : value;

/** Returns the attributes of one schema that are asked for: `paths` alone if they are kept, all others if not. */
function chosen(schema: string, attributes: Complex, paths: readonly Path[], isKept: boolean): Complex {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
    if (ALWAYS.includes(name)) return [[name, value]];
    const named = paths.filter((each) => each.schema === schema && each.attribute.name === name);
    const subs = named.flatMap(({ sub }) => sub?.name ?? []);
    if (named.some(({ sub }) => !sub)) return isKept ? [[name, value]] : [];
    if (subs.length === 0) return isKept ? [] : [[name, value]];
    const parts = Array.isArray(value)
      ? value.map((each) => partsOf(each, subs, isKept))
      : partsOf(value, subs, isKept);
    return [[name, parts]];
  });
  return Object.fromEntries(entries);
}

/** Returns what of a user a request asks for by `attributes` or `excludedAttributes` (RFC 7644 section 3.9). */
export function projected(resource: Complex, query: URLSearchParams): Complex {
  const [wanted, excluded] = [query.get("attributes"), query.get("excludedAttributes")];
  if (!wanted && !excluded) return resource;
  const isKept = Boolean(wanted);
  const paths = namedIn(wanted || excluded || "");
  const extensions = Object.entries(resource).filter(([name]) => name.includes(":"));
  const core = Object.fromEntries(Object.entries(resource).filter(([name]) => !name.includes(":")));
  const shown = extensions.flatMap(([schema, value]): [string, unknown][] => {
    const parts = isComplex(value) ? chosen(schema, value, paths, isKept) : {};
    return Object.keys(parts).length > 0 ? [[schema, parts]] : [];
  });
  return { ...chosen(USER_SCHEMA, core, paths, isKept), ...Object.fromEntries(shown) };
}
