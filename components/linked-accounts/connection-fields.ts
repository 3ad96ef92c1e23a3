import { type FieldValues, get, set } from "react-hook-form";
import { z } from "zod";
import type { FieldText } from "#lib/browser/forms/field-text";
import { isEmpty } from "#lib/browser/forms/form-values";
import { isNeeded } from "#lib/emr/port/connection-fields";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { fieldWords } from "#lib/kernel/field-words";
import { words } from "./link-words.ts";

/** A field of a form for a connection. */
export interface ConnectionField extends FieldText {
  type: "password" | "url" | "text" | "number" | "kind" | "authorization";
  /** The kinds of which `kind` selects one; those of a union have fields of their own. */
  options?: readonly { id: string; name: string }[];
  /** True for a stored secret that the connection can do without. */
  removable?: true;
  /** Whether the field is optional. The form folds such fields, since most EMRs need none of them. */
  isFurther: boolean;
}

/** An admin chooses these on real records, in a step of its own. */
const isRecordField = (path: string): boolean => RECORD_FIELDS.some((name) => name === path);

/** A field of a schema with its path, such as `auth.client_id`. */
interface Placed {
  path: string;
  name: string;
  field: z.core.$ZodType;
}

/** Name of the field that holds what somebody who signed in at the EMR was granted. */
const AUTHORIZATION = "authorization_id";

type Union = z.ZodDiscriminatedUnion<z.ZodObject[]>;

/** Returns the value of the field that distinguishes the options of a union. */
const kindOf = (option: z.ZodObject, { def: { discriminator } }: Union): string =>
  String((option.shape[discriminator] as z.ZodLiteral).value);

const unwrapped = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional ? unwrapped(field.unwrap()) : field;

/** Returns the words of which a field takes one; null for a field of another type. */
const wordsOf = (field: z.core.$ZodType): readonly string[] | null => {
  const inner = unwrapped(field);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
};

/** Returns the values of the object that a prefix such as `auth.` names. */
const besides = (values: FieldValues, prefix: string): FieldValues =>
  (prefix === "" ? values : get(values, prefix.slice(0, -1))) ?? {};

/** Yields the fields of a schema which mean something beside the values, such as those of the chosen kind of a union; all of them without values. */
function* fieldsIn(schema: z.ZodObject, values: FieldValues | null, prefix = ""): Generator<Placed> {
  for (const [name, field] of Object.entries(schema.shape)) {
    if (values !== null && !isNeeded(field, besides(values, prefix))) continue;
    const path = `${prefix}${name}`;
    if (field instanceof z.ZodDiscriminatedUnion) {
      const union = field as Union;
      const kindPath = `${path}.${union.def.discriminator}`;
      yield { path: kindPath, name, field };
      const chosen = values && get(values, kindPath);
      const options = union.options.filter((option) => values === null || kindOf(option, union) === chosen);
      for (const option of options) yield* fieldsIn(option, values, `${path}.`);
    } else if (!(field instanceof z.ZodLiteral) && !(unwrapped(field) instanceof z.ZodArray)) {
      yield { path, name, field };
    }
  }
}

const aboutOf = (field: z.core.$ZodType) => z.globalRegistry.get(field as z.ZodType);

function typeOf({ path, name, field }: Placed, secrets: readonly string[]): ConnectionField["type"] {
  if (field instanceof z.ZodDiscriminatedUnion || wordsOf(field)) return "kind";
  if (secrets.includes(path)) return "password";
  if (name === AUTHORIZATION) return "authorization";
  if (unwrapped(field) instanceof z.ZodNumber) return "number";
  return name.endsWith("_url") ? "url" : "text";
}

const optionsOf = (field: z.core.$ZodType): Pick<ConnectionField, "options"> => {
  const given = wordsOf(field);
  if (given) return { options: given.map((id) => ({ id, name: fieldWords(id) })) };
  if (!(field instanceof z.ZodDiscriminatedUnion)) return {};
  const union = field as Union;
  return {
    options: union.options.map((option) => {
      const id = kindOf(option, union);
      return { id, name: aboutOf(option)?.title ?? fieldWords(id) };
    }),
  };
};

const isRequired = (field: z.core.$ZodType): boolean => !(field as z.ZodType).safeParse(undefined).success;

/**
 * Returns the form's fields of a connection by path, from its schema. `stored` names the secrets that may stay empty.
 * `values` choose the fields that are returned: those of the chosen kinds, which the chosen words need; without them, all are.
 */
export function connectionFields(
  schema: z.ZodObject,
  { stored = [], values = null }: { stored?: readonly string[] | undefined; values?: FieldValues | null } = {},
): Record<string, ConnectionField> {
  const secrets = secretsOf(schema);
  const placed = [...fieldsIn(schema, values)].filter(({ path }) => !isRecordField(path));
  return Object.fromEntries(
    placed.map((each): [string, ConnectionField] => {
      const { path, name, field } = each;
      const { title, description } = aboutOf(field) ?? {};
      const isStored = stored.includes(path);
      const help = isStored ? words.emptyKeepsSecret : description?.replaceAll("`", "");
      return [
        path,
        {
          label: title ?? fieldWords(name),
          ...(help && { help }),
          required: isRequired(field) && !isStored,
          type: typeOf(each, secrets),
          isFurther: !isRequired(field),
          ...optionsOf(field),
          ...(isStored && !isRequired(field) && { removable: true as const }),
        },
      ];
    }),
  );
}

/** Returns the values of an untouched form: the first kind of each union, and the first word of those that a field takes. */
export function untouchedConnection(schema: z.ZodObject): FieldValues {
  const values: FieldValues = {};
  for (const [path, { options }] of Object.entries(connectionFields(schema))) {
    if (options?.[0]) set(values, path, options[0].id);
  }
  return values;
}

/** Returns the further fields that say something: other than those of an untouched form, or a stored secret. */
export function filledFurther(schema: z.ZodObject, values: FieldValues, stored: readonly string[]): string[] {
  const untouched = untouchedConnection(schema);
  return Object.entries(connectionFields(schema, { stored, values })).flatMap(([path, { isFurther }]) => {
    const value = get(values, path);
    const isFilled = stored.includes(path) || (!isEmpty(value) && value !== get(untouched, path));
    return isFurther && isFilled ? [path] : [];
  });
}

/** The kinds of a union between which the choice depends on whether people can sign in at the EMR. */
export interface SignInChoice {
  path: string;
  /** The kind by which somebody signs in. */
  signIn: string;
  /** Path of the field that holds what was granted. */
  grant: string;
  /** The first of the other kinds. */
  otherwise: string;
}

/** Returns the choice between a sign-in at the EMR and secrets; null for an EMR at which nobody signs in. */
export function signInChoice(schema: z.ZodObject): SignInChoice | null {
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!(field instanceof z.ZodDiscriminatedUnion)) continue;
    const union = field as Union;
    const isSignIn = (option: z.ZodObject) => AUTHORIZATION in option.shape;
    const signIn = union.options.find(isSignIn);
    const other = union.options.find((option) => !isSignIn(option));
    if (signIn && other) {
      return {
        path: `${name}.${union.def.discriminator}`,
        signIn: kindOf(signIn, union),
        grant: `${name}.${AUTHORIZATION}`,
        otherwise: kindOf(other, union),
      };
    }
  }
  return null;
}

/** Returns the values of a form to which its page has come back from the EMR. */
export const signedIn = (
  initial: FieldValues,
  { values, authorization }: { values: FieldValues; authorization: { base_url: string } },
): FieldValues => ({ ...structuredClone(initial), ...values, base_url: authorization.base_url });

/** Returns a connection whose EMR refuses what was granted, without that: somebody has to sign in anew. */
export function withoutGrant(schema: z.ZodObject, connection: FieldValues): FieldValues {
  const choice = signInChoice(schema);
  if (!choice || get(connection, choice.path) !== choice.signIn) return connection;
  const asked = structuredClone(connection);
  set(asked, choice.grant, "");
  return asked;
}

/**
 * Returns the connection that a form's values describe: fields of the chosen kinds that are not empty, null for a stored
 * secret that is removed, and the fields that were chosen on real records.
 */
export function connectionOf(schema: z.ZodObject, values: FieldValues, stored: readonly string[]): FieldValues {
  const connection: FieldValues = {};
  for (const [path, { removable }] of Object.entries(connectionFields(schema, { stored, values }))) {
    const value = get(values, path);
    if (!isEmpty(value) || (value === null && removable)) set(connection, path, value);
  }
  for (const name of RECORD_FIELDS) {
    if (name in schema.shape && !isEmpty(values[name])) connection[name] = values[name];
  }
  return connection;
}

/** Returns the schema of a connection whose stored secrets may be left out, and those that are optional be null. */
export function withStoredSecrets(schema: z.ZodObject, stored: readonly string[], prefix = ""): z.ZodObject {
  const changed = Object.entries(schema.shape).flatMap(([name, field]): [string, z.core.$ZodType][] => {
    const path = `${prefix}${name}`;
    if (stored.includes(path)) return [[name, isRequired(field) ? z.optional(field) : z.nullish(field)]];
    if (!(field instanceof z.ZodDiscriminatedUnion)) return [];
    const union = field as Union;
    const options = union.options.map((option) => withStoredSecrets(option, stored, `${path}.`));
    const [first, ...others] = options;
    return first ? [[name, z.discriminatedUnion(union.def.discriminator, [first, ...others])]] : [];
  });
  return schema.extend(Object.fromEntries(changed));
}

/** The kind of authorization that is a signature by the organization's own keys. */
const BY_OWN_KEYS = "smart_backend";

/** Checks whether the chosen kind of authorization is a signature by the organization's own keys. */
export const isSignedByUs = (schema: z.ZodObject, values: FieldValues): boolean =>
  "auth" in schema.shape && get(values, "auth.kind") === BY_OWN_KEYS;

/** Returns the schema of a connection without that kind, for an organization whose keys are not there yet. */
export function withoutOwnKeys(schema: z.ZodObject): z.ZodObject {
  const { auth } = schema.shape;
  if (!(auth instanceof z.ZodDiscriminatedUnion)) return schema;
  const union = auth as Union;
  const [first, ...others] = union.options.filter((option) => kindOf(option, union) !== BY_OWN_KEYS);
  if (!first) return schema;
  return schema.extend({
    auth: z.discriminatedUnion(union.def.discriminator, [first, ...others]).meta({ title: aboutOf(auth)?.title ?? "" }),
  });
}
