import { z } from "zod";
import { type GivenUser, readUser, spelled } from "./given-user.ts";
import { ScimError } from "./scim-error.ts";

const operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["add", "remove", "replace"])),
  path: z.string().nullish(),
  value: z.unknown().optional(),
});

const patch = z.object({ Operations: z.array(operation).min(1).max(1_000) });

/** `roles[primary eq "True"].value` names a value of the list. */
const ROLE_VALUE = /^roles\[.*\]\.value$/i;
const NAME_PART = /^name\.(formatted|givenName|familyName)$/i;
const NAME_PARTS = ["formatted", "givenName", "familyName"];

/** Returns what an operation without a path, or with one that is kept here, sets. */
function partOf({ op, path, value }: z.infer<typeof operation>): Record<string, unknown> {
  const set = op === "remove" ? null : value;
  if (!path) {
    if (typeof set !== "object" || set === null || Array.isArray(set)) {
      throw new ScimError(400, "invalidSyntax", "an operation without a path needs an object as its value");
    }
    return flattened(spelled(Object.fromEntries(Object.entries(set))));
  }
  if (ROLE_VALUE.test(path)) return { roles: set === null ? [] : [set] };
  if (path.toLowerCase() === "roles") return { roles: set ?? [] };
  if (NAME_PART.test(path)) return { [namePart(path)]: set };
  return spelled({ [path]: set });
}

const namePart = (path: string): string => {
  const part = path.slice("name.".length).toLowerCase();
  return `name.${NAME_PARTS.find((each) => each.toLowerCase() === part)}`;
};

/** An object without a path may have paths as its keys, as Entra ID sends it. */
const flattened = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [NAME_PART.test(key) ? namePart(key) : key, value]));

/** One part of a name does not replace the whole name, which is all that is kept here. */
function wholeName(set: Record<string, unknown>): Record<string, unknown> {
  const [formatted, givenName, familyName] = NAME_PARTS.map((part) => set[`name.${part}`]);
  if (formatted) return { name: { formatted } };
  return givenName && familyName ? { name: { givenName, familyName } } : {};
}

/**
 * Returns what the operations of a PATCH (RFC 7644 section 3.5.2) set in the end; attributes that are not kept here are
 * ignored. Throws 400.
 */
export function readPatch(body: Record<string, unknown>): GivenUser {
  const { data } = patch.safeParse(body);
  if (!data) {
    throw new ScimError(400, "invalidSyntax", "Operations must be a list of objects with op (add, remove or replace)");
  }
  const set: Record<string, unknown> = Object.assign({}, ...data.Operations.map(partOf));
  return readUser({ ...set, ...wholeName(set) });
}
