import { addressKey, emailAddress } from "#lib/kernel/email-address";
import { unseenIn } from "#lib/kernel/one-line";
import { type Complex, isComplex } from "./matches.ts";
import { attributeNamed, attributesOf, ENTERPRISE_SCHEMA, SCHEMAS, schemaAndRest, USER_SCHEMA } from "./schema.ts";
import { ScimError } from "./scim-error.ts";
import { readValue } from "./values.ts";

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

const invalid = (message: string) => new ScimError(400, "invalidValue", `${message}; nothing was saved`);

/** Throws 400 unless a request names the schema of its message; a directory may leave all of them out. */
export function assertSchemas(given: unknown, wanted: string): void {
  if (given === undefined) return;
  const isNamed =
    Array.isArray(given) &&
    given.every((each) => typeof each === "string") &&
    given.some((each) => each.toLowerCase() === wanted.toLowerCase());
  if (!isNamed) throw invalid(`schemas must be a list with ${wanted}`);
}

/** Reads the attributes of one schema; others are left out, and so are those that only the console sets. */
function attributesIn(schema: string, given: Complex): Complex {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributesOf(schema), key);
    if (!attribute || attribute.mutability === "readOnly") continue;
    const known = readValue(attribute, value);
    if (known !== undefined) read[attribute.name] = known;
  }
  return read;
}

/** The parts of a body that belong to a schema: under its own name, or by names that begin with it. */
function partsOf(schema: string, body: Complex): Complex {
  const parts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const named = schemaAndRest(key);
    if (named.schema !== schema) continue;
    if (named.rest !== "") parts[named.rest] = value;
    else if (isComplex(value)) Object.assign(parts, value);
  }
  return parts;
}

/**
 * Reads the representation of a user in a POST or PUT (RFC 7643 section 3). Attributes that are not stored here are left
 * out of it, as the answer shows. Throws 400 `invalidValue` that names the attribute.
 */
export function readDocument(body: Complex): Document {
  assertSchemas(body.schemas, USER_SCHEMA);
  const work = attributesIn(ENTERPRISE_SCHEMA, partsOf(ENTERPRISE_SCHEMA, body));
  return checked({
    ...attributesIn(USER_SCHEMA, partsOf(USER_SCHEMA, body)),
    ...(Object.keys(work).length > 0 && { [ENTERPRISE_SCHEMA]: work }),
  });
}

/**
 * Reads a PUT, which replaces a user (RFC 7644 section 3.5.1). What decides on the sign-in stays if the directory does not
 * name it.
 */
export function readReplacement(body: Complex): UserChange {
  const given = readDocument(body);
  const sent = new Set(
    Object.keys(partsOf(USER_SCHEMA, body)).flatMap(
      (key) => attributeNamed(attributesOf(USER_SCHEMA), key)?.name ?? [],
    ),
  );
  const kept = ({ active, externalId }: Document): Document =>
    sent.has("externalId") || externalId === undefined ? { active } : { active, externalId };
  return { sent, of: (before) => ({ ...kept(before), ...given }) };
}

/** Checks what the schema alone does not say. Throws 400 `invalidValue`. */
export function checked(document: Document): Document {
  const { userName, externalId } = document;
  if (typeof userName !== "string") throw invalid("userName is required");
  if (!emailAddress.safeParse(userName).success) {
    throw invalid("userName must be an email address: the person signs in with it");
  }
  if (typeof externalId === "string" && externalId.length > MAX_EXTERNAL_ID) {
    throw invalid(`externalId must have at most ${MAX_EXTERNAL_ID} characters`);
  }
  if (unseenIn(shownNameOf(document) ?? "").length > 0) {
    throw invalid("displayName and name must be one line without invisible characters");
  }
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_SIZE) {
    throw invalid(`A user must not have more than ${MAX_SIZE} bytes of attributes`);
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
