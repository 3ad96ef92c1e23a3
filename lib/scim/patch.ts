import { z } from "zod";
import { assertSchemas, checked, type Document, partsOfName, type UserChange } from "./document.ts";
import { type Filter, type Path, parsePath } from "./filter.ts";
import { type Complex, isComplex, matches } from "./matches.ts";
import { attributesOf, isTwice, schemaAndRest, USER_SCHEMA } from "./schema.ts";
import { ScimError } from "./scim-error.ts";
import { invalidValue, readList, readOne, settledList } from "./values.ts";

const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

const operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["add", "remove", "replace"])),
  path: z.string().nullish(),
  value: z.unknown().optional(),
});

const operations = z.array(operation).min(1).max(1_000);

const invalidSyntax = (text: string) => new ScimError("invalidSyntax", `${text}; nothing was saved`);

/** Returns an object of the message with its names in lower case, in which they are compared. Throws 400. */
function lowered(given: unknown): unknown {
  if (!isComplex(given)) return given;
  const keys = Object.keys(given);
  if (isTwice(keys)) throw invalidSyntax(`${keys.join(", ").slice(0, 100)} names a part twice, in different case`);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}

/** One change of one attribute. */
interface Change {
  op: "add" | "remove" | "replace";
  path: Path;
  value: unknown;
}

/** Returns whether a directory sends a value back as it has read it, beside those that it changes: nobody has groups. */
const isSentBack = (key: string, value: unknown): boolean =>
  ["id", "schemas", "meta"].includes(key) || (key === "groups" && Array.isArray(value) && value.length === 0);

const noTarget = (text: string) => new ScimError("noTarget", `${text}; nothing was saved`);

/** Returns the changes of an object whose keys are paths or schemas, as directories send it instead of a path. */
const changesIn = (op: Change["op"], parts: Complex): Change[] =>
  Object.entries(parts).flatMap(([key, value]) =>
    isSentBack(key.toLowerCase(), value) ? [] : changesAt(op, key, value),
  );

/** Returns the full names of what an object of changes names. */
const namesIn = (parts: Complex): string[] =>
  Object.entries(parts).flatMap(([key, value]) => {
    const { schema, rest } = schemaAndRest(key.trim());
    if (rest !== "") return [`${schema}:${rest}`];
    return isComplex(value) ? Object.keys(value).map((name) => `${schema}:${name}`) : [];
  });

/** Returns the changes at a path, or at a whole schema. Throws 400. */
function changesAt(op: Change["op"], name: string, value: unknown): Change[] {
  const { schema, rest } = schemaAndRest(name.trim());
  if (rest !== "") return [{ op, path: parsePath(name), value }];
  const parts = op === "remove" ? Object.fromEntries(attributesOf(schema).map((each) => [each.name, null])) : value;
  if (parts === null) return [];
  if (!isComplex(parts)) throw invalidValue(`${schema} must be an object`);
  if (isTwice(Object.keys(parts))) throw invalidValue(`${schema} must not have the same attribute twice`);
  return changesIn(op, Object.fromEntries(Object.entries(parts).map(([key, part]) => [`${schema}:${key}`, part])));
}

function changesOf({ op, path, value }: z.infer<typeof operation>): Change[] {
  if (path) return changesAt(op, path, value);
  if (op === "remove") throw noTarget("an operation that removes needs a path");
  if (!isComplex(value)) throw invalidSyntax("an operation without a path needs an object as its value");
  if (isTwice(namesIn(value)) || isTwice(Object.keys(value))) {
    throw invalidValue("The value of an operation must not name the same attribute twice, in different case");
  }
  return changesIn(op, value);
}

/** Returns an object with one more property; without it if the value is undefined. */
function withPart(whole: Complex, name: string, value: unknown): Complex {
  const { [name]: _before, ...others } = whole;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Returns what a new value must be for a filter such as `type eq "work"` to find it; null if the filter does not say. */
function described(filter: Filter): Complex | null {
  if (filter.kind === "and") {
    const parts = filter.parts.map(described);
    return parts.every((each) => each !== null) ? Object.assign({}, ...parts) : null;
  }
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.value === null) return null;
  return { [filter.path.attribute.name]: filter.value };
}

/** Returns whether two values of an attribute are the same one; `one` may leave its type out. */
const isSame = (one: unknown, other: unknown): boolean =>
  isComplex(one) &&
  isComplex(other) &&
  one.value === other.value &&
  (one.type === undefined || one.type === other.type);

/** Returns the values of an attribute in which a new primary one has taken that place from another. */
const withOnePrimary = (before: readonly unknown[], added: readonly unknown[]): unknown[] =>
  added.some((each) => isComplex(each) && each.primary === true)
    ? before.map((each) => (isComplex(each) && each.primary === true ? { ...each, primary: false } : each))
    : [...before];

/** Returns whether a path means a value of its attribute. */
const isChosen = ({ filter }: Path, value: unknown): boolean => !filter || (isComplex(value) && matches(filter, value));

/** Returns the values without those that a path, and a list of them, name. */
function remaining(before: readonly unknown[], { path, value }: Change): unknown[] {
  const named = readList(path.attribute, value);
  const isNamed = (each: unknown) => named.length === 0 || named.some((one) => isSame(one, each));
  return before.filter((each) => !isChosen(path, each) || !isNamed(each));
}

/** Returns the values with those that a path names changed; a filter that finds none describes a new one. */
function changedValues(before: readonly unknown[], { op, path, value }: Change): unknown[] {
  const { attribute, filter, sub } = path;
  const given = op === "remove" ? null : value;
  const whole = sub
    ? { [sub.name]: readOne(sub, given, `${attribute.name}.${sub.name}`) }
    : readList(attribute, [given])[0];
  if (before.some((each) => isChosen(path, each))) {
    const isMerged = sub !== undefined || op === "add";
    const changed = (each: unknown) =>
      isMerged && isComplex(each) && isComplex(whole) ? { ...each, ...whole } : whole;
    return before.map((each) => (isChosen(path, each) ? changed(each) : each));
  }
  if (op === "remove" || !isComplex(whole)) return [...before];
  const made = filter ? described(filter) : {};
  if (!made) throw noTarget(`no value of ${attribute.name} is what the path's filter asks for`);
  return [...before, { ...made, ...whole }];
}

/** Returns the new value of a multi-valued attribute; undefined for none. */
function listOf(before: readonly unknown[], change: Change): unknown {
  const { op, path, value } = change;
  const { attribute, filter, sub } = path;
  if (op === "remove" && !sub) return settledList(attribute, remaining(before, change));
  if (filter || sub) return settledList(attribute, changedValues(before, change));
  const given = readList(attribute, value);
  if (op === "replace") return settledList(attribute, given);
  const added = given.filter((each) => !before.some((other) => isSame(each, other)));
  return settledList(attribute, [...withOnePrimary(before, added), ...added]);
}

/** Returns the new value of an attribute. */
function valueAfter(before: unknown, change: Change): unknown {
  const { op, path, value } = change;
  const { attribute, sub } = path;
  if (attribute.multiValued) return listOf([before ?? []].flat(), change);
  const given = op === "remove" ? null : value;
  if (!sub) {
    const whole = readOne(attribute, given);
    if (op !== "add" || !isComplex(given) || !isComplex(before)) return whole;
    return isComplex(whole) ? { ...before, ...whole } : before;
  }
  const parts = withPart(
    isComplex(before) ? before : {},
    sub.name,
    readOne(sub, given, `${attribute.name}.${sub.name}`),
  );
  return Object.keys(parts).length > 0 ? parts : undefined;
}

/** Attributes that a user always has. */
const KEPT = ["userName", "active"];

function applied(document: Document, change: Change): Document {
  const { attribute, schema } = change.path;
  if (attribute.mutability === "readOnly") {
    throw new ScimError("mutability", `${attribute.name} cannot be changed; nothing was saved`);
  }
  const isCore = schema === USER_SCHEMA;
  const found = document[schema];
  const home = isCore ? document : isComplex(found) ? found : {};
  const after = valueAfter(home[attribute.name], change);
  if (after === undefined && isCore && KEPT.includes(attribute.name)) {
    throw new ScimError("mutability", `${attribute.name} cannot be removed; nothing was saved`);
  }
  const changed = withPart(home, attribute.name, after);
  if (isCore) return changed;
  return withPart(document, schema, Object.keys(changed).length > 0 ? changed : undefined);
}

/** Renews a whole name that its parts have made untrue, unless the directory has sent a new one. */
function withWholeName(before: Document, after: Document): Document {
  const [former, name] = [before.name, after.name];
  if (!isComplex(name) || !isComplex(former) || name.formatted === undefined) return after;
  const isTrue = name.formatted !== former.formatted || partsOfName(name) === partsOfName(former);
  return isTrue ? after : { ...after, name: withPart(name, "formatted", partsOfName(name)) };
}

/** Reads the operations of a PATCH (RFC 7644 section 3.5.2), which stand or fall together. Throws 400. */
export function readPatch(body: Complex): UserChange {
  const { schemas, operations: given } = z.looseObject({}).parse(lowered(body));
  assertSchemas(schemas, PATCH_SCHEMA);
  const { data } = operations.safeParse(Array.isArray(given) ? given.map(lowered) : given);
  if (!data) throw invalidSyntax("Operations must be a list of objects with op (add, remove or replace)");
  const changes = data.flatMap(changesOf);
  const sent = changes.flatMap(({ path }) => (path.schema === USER_SCHEMA ? path.attribute.name : []));
  return {
    sent: new Set(sent),
    of: (before) => checked(withWholeName(before, changes.reduce(applied, before))),
  };
}
