import { isComplex } from "./matches.ts";
import { type Attribute, attributeNamed } from "./schema.ts";
import { ScimError } from "./scim-error.ts";

const MAX_TEXT = 1_000;
const MAX_VALUES = 100;

/** Control characters, and those that turn the direction of the text around them. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const LINE_END = /[\t\r\n]/g;

const invalid = (message: string) => new ScimError(400, "invalidValue", `${message}; nothing was saved`);

function textOf(given: unknown, { hasLines }: Attribute, name: string): string | undefined {
  if (typeof given !== "string") throw invalid(`${name} must be a string`);
  if (given.length > MAX_TEXT) throw invalid(`${name} must have at most ${MAX_TEXT} characters`);
  if (!given.isWellFormed() || CONTROL.test(hasLines ? given.replace(LINE_END, " ") : given)) {
    throw invalid(`${name} must not contain control characters`);
  }
  return given.trim() === "" ? undefined : given;
}

/** Microsoft Entra ID sends truth values as the texts "True" and "False". */
function truthOf(given: unknown, name: string): boolean {
  const text = String(given).toLowerCase();
  if ((typeof given !== "boolean" && typeof given !== "string") || !["true", "false"].includes(text)) {
    throw invalid(`${name} must be true or false`);
  }
  return text === "true";
}

/** Directories also send a complex attribute, such as a manager or a role, as its value alone. */
function complexOf(given: unknown, { subAttributes = [] }: Attribute, name: string): object | undefined {
  const parts = isComplex(given) ? given : attributeNamed(subAttributes, "value") && { value: given };
  if (!parts) throw invalid(`${name} must be an object`);
  const read: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(parts)) {
    const sub = attributeNamed(subAttributes, key);
    const value = sub && readValue(sub, part, `${name}.${sub.name}`);
    if (sub && value !== undefined) read[sub.name] = value;
  }
  return Object.keys(read).length > 0 ? read : undefined;
}

/** Reads one value of an attribute, also of a multi-valued one (see readValue). */
export function readOne(attribute: Attribute, given: unknown, name = attribute.name): unknown {
  if (given === null || given === undefined) return undefined;
  if (attribute.type === "complex") return complexOf(given, attribute, name);
  return attribute.type === "boolean" ? truthOf(given, name) : textOf(given, attribute, name);
}

/**
 * Reads the value of an attribute as it is stored: undefined for none, which is null, an empty text or an empty list
 * (RFC 7643 section 2.5). Parts that the schema does not have are left out. Throws 400 `invalidValue` that names it.
 */
export function readValue(attribute: Attribute, given: unknown, name = attribute.name): unknown {
  if (!attribute.multiValued) return readOne(attribute, given, name);
  const values = (given === null || given === undefined ? [] : [given].flat()).flatMap(
    (each) => readOne(attribute, each, name) ?? [],
  );
  if (values.length > MAX_VALUES) throw invalid(`${name} must have at most ${MAX_VALUES} values`);
  if (values.filter((each) => isComplex(each) && each.primary === true).length > 1) {
    throw invalid(`${name} must have at most one primary value`);
  }
  return values.length > 0 ? values : undefined;
}
