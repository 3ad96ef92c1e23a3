import { addressKey, emailAddress } from "#lib/kernel/email-address";
import { nameProblem } from "#lib/kernel/one-line";
import { type Complex, isComplex } from "./matches.ts";
import {
  attributeNamed,
  attributesOf,
  ENTERPRISE_SCHEMA,
  isSameName,
  isTwice,
  SCHEMAS,
  schemaAndRest,
  USER_SCHEMA,
} from "./schema.ts";
import { invalidValue, readValue } from "./values.ts";

/** A user as the directory describes them, by the names of the schema: what it has sent, without what the console adds. */
export type Document = Complex;

/** What a request says of a user. */
export interface UserChange {
  /** The core attributes that it names: only those decide on a role and on the directory's id. */
  sent: ReadonlySet<string>;
  /** Returns the user as the directory then describes them. Throws 400. */
  of(before: Document): Document;
}

const MAX_SIZE = 32_768;
const MAX_EXTERNAL_ID = 255;

/** Throws 400 unless a request names the schema of its message; a directory may leave all of them out. */
export function assertSchemas(given: unknown, wanted: string): void {
  if (given === undefined) return;
  const isNamed =
    Array.isArray(given) &&
    given.every((each) => typeof each === "string") &&
    given.some((each) => isSameName(each, wanted));
  if (!isNamed) throw invalidValue(`schemas must be a list with ${wanted}`);
}

/** What a body says of an attribute of one schema. */
interface Part {
  name: string;
  value: unknown;
}

/** The parts of a body by their schema: under the schema's own name, or by names that begin with it. */
type Parts = ReadonlyMap<string, readonly Part[]>;

/** Returns the parts of an object under a schema's own name. */
function partsUnder(schema: string, value: unknown): Part[] {
  if (value === null) return [];
  if (!isComplex(value)) throw invalidValue(`${schema} must be an object`);
  return Object.entries(value).map(([name, part]) => ({ name, value: part }));
}

const twice = (name: string) => invalidValue(`${name} must not have the same attribute twice, in different case`);

/** Returns the parts of a body. Throws 400 if it names one of them twice. */
function partsOf(body: Complex): Parts {
  if (isTwice(Object.keys(body))) throw twice("A user");
  const all = Object.entries(body).map(([key, value]) => {
    const { schema, rest } = schemaAndRest(key);
    return { schema, parts: rest === "" ? partsUnder(schema, value) : [{ name: rest, value }] };
  });
  const bySchema = Map.groupBy(all, ({ schema }) => schema);
  return new Map(
    [...bySchema].map(([schema, found]) => {
      const parts = found.flatMap((each) => each.parts);
      if (isTwice(parts.map(({ name }) => name))) throw twice(schema);
      return [schema, parts];
    }),
  );
}

/** Reads the attributes of one schema; others are left out, and so are those that only the console sets. */
function attributesIn(parts: Parts, schema: string): Complex {
  const read = (parts.get(schema) ?? []).flatMap(({ name, value }) => {
    const attribute = attributeNamed(attributesOf(schema), name);
    if (!attribute || attribute.mutability === "readOnly") return [];
    const known = readValue(attribute, value);
    return known === undefined ? [] : [[attribute.name, known] as const];
  });
  return Object.fromEntries(read);
}

/**
 * Reads the representation of a user in a POST or PUT, which replaces one (RFC 7643 section 3, RFC 7644 section 3.5.1).
 * Attributes that are not stored here are left out of it, as the answer shows. What decides on the sign-in stays if the
 * directory does not name it. Throws 400 `invalidValue` that names the attribute.
 */
export function readReplacement(body: Complex): UserChange {
  const parts = partsOf(body);
  const core = parts.get(USER_SCHEMA) ?? [];
  assertSchemas(core.find(({ name }) => isSameName(name, "schemas"))?.value, USER_SCHEMA);
  const work = attributesIn(parts, ENTERPRISE_SCHEMA);
  const given = checked({
    ...attributesIn(parts, USER_SCHEMA),
    ...(Object.keys(work).length > 0 && { [ENTERPRISE_SCHEMA]: work }),
  });
  const sent = new Set(core.flatMap(({ name }) => attributeNamed(attributesOf(USER_SCHEMA), name)?.name ?? []));
  const kept = ({ active, externalId }: Document): Document =>
    sent.has("externalId") || externalId === undefined ? { active } : { active, externalId };
  return { sent, of: (before) => ({ ...kept(before), ...given }) };
}

/** Checks what the schema alone does not say. Throws 400 `invalidValue`. */
export function checked(document: Document): Document {
  const { userName, externalId } = document;
  if (typeof userName !== "string") throw invalidValue("userName is required");
  if (!emailAddress.safeParse(userName).success) {
    throw invalidValue("userName must be an email address: the person signs in with it");
  }
  if (typeof externalId === "string" && externalId.length > MAX_EXTERNAL_ID) {
    throw invalidValue(`externalId must have at most ${MAX_EXTERNAL_ID} characters`);
  }
  if (nameProblem(shownNameOf(document) ?? "") !== null) {
    throw invalidValue("displayName and name must be one line of visible characters");
  }
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_SIZE) {
    throw invalidValue(`A user must not have more than ${MAX_SIZE} bytes of attributes`);
  }
  return document;
}

const textAt = (value: unknown, name: string): string | undefined => {
  const found = isComplex(value) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
};

/** The address with which the person signs in, in the form in which it is stored. */
export const addressOf = (document: Document): string => addressKey(textAt(document, "userName") ?? "");

export const externalIdOf = (document: Document): string | null => textAt(document, "externalId") ?? null;

/** Whether the person may sign in; undefined if the directory has not said so. */
export const activeOf = ({ active }: Document): boolean | undefined =>
  typeof active === "boolean" ? active : undefined;

/** Entra ID also sends a role as JSON in the value: an app role's id, value and name. */
function roleIn(value: string): string {
  if (!value.startsWith("{")) return value;
  try {
    return textAt(JSON.parse(value), "value") ?? value;
  } catch {
    return value;
  }
}

/** The values of `roles`; undefined if the directory has sent none. */
export function rolesOf({ roles }: Document): string[] | undefined {
  if (!Array.isArray(roles)) return undefined;
  return roles.flatMap((each) => textAt(each, "value") ?? []).map(roleIn);
}

/** Returns the given and the family name as one. */
export const partsOfName = (name: unknown): string | undefined =>
  [textAt(name, "givenName"), textAt(name, "familyName")].filter(Boolean).join(" ") || undefined;

const MAX_NAME = 100;

/** Returns the name that colleagues see; undefined if the directory has sent none. */
export function shownNameOf(document: Document): string | undefined {
  const name = textAt(document, "displayName") ?? textAt(document.name, "formatted") ?? partsOfName(document.name);
  return name?.trim().slice(0, MAX_NAME).toWellFormed();
}

/** The schemas that a document has attributes of. */
export const schemasOf = (document: Document): string[] =>
  Object.keys(SCHEMAS).filter((schema) => schema === USER_SCHEMA || document[schema] !== undefined);
