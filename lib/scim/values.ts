import { isComplex } from "./matches.ts";
import { type Attribute, attributeNamed, isTwice } from "./schema.ts";
import { ScimError } from "./scim-error.ts";

const MAX_TEXT = 1_000;
const MAX_VALUES = 100;

/** Control characters, and those that turn the direction of the text around them. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const LINE_END = /[\t\r\n]/g;

/** Returns the error of a value that cannot be kept. */
export const invalidValue = (message: string) => new ScimError("invalidValue", `${message}; nothing was saved`);

function textOf(given: unknown, { hasLines }: Attribute, name: string): string | undefined {
  if (typeof given !== "string") throw invalidValue(`${name} must be a string`);
  if (given.length > MAX_TEXT) throw invalidValue(`${name} must have at most ${MAX_TEXT} characters`);
  if (!given.isWellFormed() || CONTROL.test(hasLines ? given.replace(LINE_END, " ") : given)) {
    throw invalidValue(`${name} must not contain control characters`);
  }
  return given.trim() === "" ? undefined : given;
}

/** Microsoft Entra ID sends truth values as the texts "True" and "False". */
function truthOf(given: unknown, name: string): boolean {
  const text = String(given).toLowerCase();
  if ((typeof given !== "boolean" && typeof given !== "string") || !["true", "false"].includes(text)) {
    throw invalidValue(`${name} must be true or false`);
  }
  return text === "true";
}

const namesOf = (attributes: readonly Attribute[]): string => attributes.map(({ name }) => name).join(", ");

/** Directories also send a complex attribute, such as a manager or a role, as its value alone. */
function complexOf(given: unknown, { subAttributes = [] }: Attribute, name: string): object | undefined {
  const parts = isComplex(given) ? given : attributeNamed(subAttributes, "value") && { value: given };
  if (!parts) throw invalidValue(`${name} must be an object`);
  const keys = Object.keys(parts);
  if (isTwice(keys)) throw invalidValue(`${name} must not have the same attribute twice, in different case`);
  const known = Object.entries(parts).flatMap(([key, part]) => {
    const sub = attributeNamed(subAttributes, key);
    return sub ? [{ sub, part }] : [];
  });
  if (keys.length > 0 && known.length === 0) {
    throw invalidValue(`${name} must have one of ${namesOf(subAttributes)}`);
  }
  const read = known.map(({ sub, part }) => [sub.name, readValue(sub, part, `${name}.${sub.name}`)] as const);
  const there = read.filter(([, value]) => value !== undefined);
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

/**
 * Reads one value of an attribute, also of a multi-valued one: undefined for none, which is null, an empty text or an
 * object without any value (RFC 7643 section 2.5). Parts that the schema does not have are left out. Throws 400
 * `invalidValue` that names what cannot be kept.
 */
export function readOne(attribute: Attribute, given: unknown, name = attribute.name): unknown {
  if (given === null || given === undefined) return undefined;
  if (attribute.type === "complex") return complexOf(given, attribute, name);
  return attribute.type === "boolean" ? truthOf(given, name) : textOf(given, attribute, name);
}

/** Reads the values of a multi-valued attribute: one may come without a list. Each must have something to keep. */
export function readList(attribute: Attribute, given: unknown): unknown[] {
  if (given === null || given === undefined || given === "") return [];
  const all = Array.isArray(given) ? given : [given];
  return all.map((each) => {
    const value = readOne(attribute, each);
    if (value === undefined) {
      throw invalidValue(`Each value of ${attribute.name} must have one of ${namesOf(attribute.subAttributes ?? [])}`);
    }
    return value;
  });
}

/**
 * Returns the values of a multi-valued attribute as they are stored: without those of which a change has left nothing;
 * undefined for none. Throws 400 `invalidValue`.
 */
export function settledList({ name }: Attribute, values: readonly unknown[]): unknown {
  const left = values.filter((each) => isComplex(each) && Object.values(each).some((part) => part !== undefined));
  if (left.length > MAX_VALUES) throw invalidValue(`${name} must have at most ${MAX_VALUES} values`);
  if (left.filter((each) => isComplex(each) && each.primary === true).length > 1) {
    throw invalidValue(`${name} must have at most one primary value`);
  }
  return left.length > 0 ? left : undefined;
}

/** Reads the value of an attribute as it is stored: undefined for none (see `readOne`, `readList` and `settledList`). */
export const readValue = (attribute: Attribute, given: unknown, name = attribute.name): unknown =>
  attribute.multiValued ? settledList(attribute, readList(attribute, given)) : readOne(attribute, given, name);
