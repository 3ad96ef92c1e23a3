// The attributes of a user that are stored and shown (RFC 7643 sections 3.1, 4.1 and 4.3), as data: /Schemas lists them,
// and representations, paths and filters are read by them.

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "dateTime";
  description: string;
  multiValued?: true;
  required?: true;
  caseExact?: true;
  mutability?: "readOnly";
  uniqueness?: "server";
  /** True for a text of several lines. */
  hasLines?: true;
  /** True for an email address, which has one form to compare. */
  isAddress?: true;
  subAttributes?: readonly Attribute[];
}

const text = (name: string, description: string): Attribute => ({ name, type: "string", description });

const lines = (name: string, description: string): Attribute => ({ ...text(name, description), hasLines: true });

const TYPE_AND_PRIMARY: readonly Attribute[] = [
  text("type", "Label such as work or home"),
  { name: "primary", type: "boolean", description: "Whether it is the preferred one" },
];

const several = (name: string, description: string, value = text("value", "The value")): Attribute => ({
  name,
  type: "complex",
  description,
  multiValued: true,
  subAttributes: [value, text("display", "The value for people"), ...TYPE_AND_PRIMARY],
});

const CORE: readonly Attribute[] = [
  {
    ...text("userName", "An email address: the person signs in with it"),
    isAddress: true,
    required: true,
    uniqueness: "server",
  },
  { ...text("externalId", "The directory's own id of the person"), caseExact: true, uniqueness: "server" },
  text("displayName", "The name that colleagues see"),
  {
    name: "name",
    type: "complex",
    description: "The parts of the name, which colleagues see if there is no displayName",
    subAttributes: [
      text("formatted", "The whole name"),
      text("familyName", "Family name"),
      text("givenName", "Given name"),
      text("middleName", "Middle names"),
      text("honorificPrefix", "Title before the name"),
      text("honorificSuffix", "Suffix after the name"),
    ],
  },
  text("nickName", "Casual name"),
  text("profileUrl", "Address of a page about the person"),
  text("title", "Title in the organization"),
  text("userType", "Relation to the organization"),
  text("preferredLanguage", "Preferred language"),
  text("locale", "Locale"),
  text("timezone", "Time zone"),
  { name: "active", type: "boolean", description: "Whether the person may sign in to this organization" },
  several("emails", "Email addresses; the person signs in with the userName", {
    ...text("value", "The address"),
    isAddress: true,
  }),
  several("phoneNumbers", "Phone numbers"),
  several("ims", "Addresses for instant messages"),
  several("photos", "Addresses of photos"),
  {
    name: "addresses",
    type: "complex",
    description: "Postal addresses",
    multiValued: true,
    subAttributes: [
      lines("formatted", "The whole address"),
      lines("streetAddress", "Street and number"),
      text("locality", "City"),
      text("region", "State or region"),
      text("postalCode", "Postal code"),
      text("country", "Country"),
      ...TYPE_AND_PRIMARY,
    ],
  },
  several("entitlements", "Entitlements"),
  several("roles", "The value that the SCIM token names makes an admin"),
  several("x509Certificates", "Certificates"),
];

const ENTERPRISE: readonly Attribute[] = [
  text("employeeNumber", "Number of the person in the organization"),
  text("costCenter", "Cost center"),
  text("organization", "Organization"),
  text("division", "Division"),
  text("department", "Department"),
  {
    name: "manager",
    type: "complex",
    description: "Manager",
    subAttributes: [
      text("value", "Id of the manager"),
      text("$ref", "Address of the manager"),
      text("displayName", "Name of the manager"),
    ],
  },
];

/** The attributes of each schema of a user. */
export const SCHEMAS: Readonly<
  Record<string, { name: string; description: string; attributes: readonly Attribute[] }>
> = {
  [USER_SCHEMA]: { name: "User", description: "A person of the organization", attributes: CORE },
  [ENTERPRISE_SCHEMA]: { name: "EnterpriseUser", description: "A person's place at work", attributes: ENTERPRISE },
};

const readOnly = (name: string, type: Attribute["type"] = "string"): Attribute => ({
  ...text(name, "Set by the console"),
  type,
  mutability: "readOnly",
});

/** What every resource has (RFC 7643 section 3.1), which /Schemas does not list, and the groups, of which there are none. */
const COMMON: readonly Attribute[] = [
  readOnly("id"),
  { ...readOnly("schemas"), multiValued: true },
  {
    ...readOnly("meta", "complex"),
    subAttributes: [
      readOnly("resourceType"),
      readOnly("created", "dateTime"),
      readOnly("lastModified", "dateTime"),
      readOnly("location"),
      { ...readOnly("version"), caseExact: true },
    ],
  },
  { ...readOnly("groups", "complex"), multiValued: true, subAttributes: [readOnly("value")] },
];

/** Returns the form in which names are compared: the case of their letters does not matter (RFC 7643 section 2.1). */
const nameKey = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns whether two names are the same one. */
export const isSameName = (one: string, other: string): boolean =>
  one.length === other.length && nameKey(one) === nameKey(other);

/** Returns whether a name occurs twice, in any case. */
export const isTwice = (names: readonly string[]): boolean => new Set(names.map(nameKey)).size < names.length;

/** Returns the attribute with a name. */
export const attributeNamed = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((each) => isSameName(each.name, name));

/** Returns the attributes of a schema of a user, with those that every resource has. */
export const attributesOf = (schema: string): readonly Attribute[] =>
  schema === USER_SCHEMA ? [...CORE, ...COMMON] : (SCHEMAS[schema]?.attributes ?? []);

/**
 * Splits a name into its schema and the rest: the core schema's if it names none. The rest is "" for a schema's name alone.
 */
export function schemaAndRest(name: string): { schema: string; rest: string } {
  const schema = Object.keys(SCHEMAS).find((each) => isSameName(name.slice(0, each.length), each));
  const rest = schema === undefined ? undefined : name.slice(schema.length);
  if (schema !== undefined && rest === "") return { schema, rest };
  if (schema !== undefined && rest?.startsWith(":")) return { schema, rest: rest.slice(1) };
  return { schema: USER_SCHEMA, rest: name };
}
