import { MAX_PAGE } from "./find-users.ts";
import { scimAddress, USER_SCHEMA } from "./user-resource.ts";

// The resources that a directory reads before it provisions (RFC 7644 section 4).

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:";

const listOf = (resources: Record<string, unknown>[]) => ({
  schemas: [LIST],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Answers GET /ServiceProviderConfig: what of SCIM is there. */
export const serviceProviderConfig = () => ({
  schemas: [`${SCHEMA}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "SCIM token",
      description: "A token that an administrator makes on the page People",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: scimAddress("/ServiceProviderConfig") },
});

/** Answers GET /ResourceTypes: users alone. */
export const resourceTypes = () =>
  listOf([
    {
      schemas: [`${SCHEMA}ResourceType`],
      id: "User",
      name: "User",
      endpoint: "/Users",
      schema: USER_SCHEMA,
      meta: { resourceType: "ResourceType", location: scimAddress("/ResourceTypes/User") },
    },
  ]);

interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex";
  description: string;
  required?: boolean;
  multiValued?: boolean;
  caseExact?: boolean;
  mutability?: "readOnly" | "readWrite" | "immutable";
  uniqueness?: "none" | "server";
  subAttributes?: Record<string, unknown>[];
}

const attribute = (given: Attribute): Record<string, unknown> => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...given,
});

const value = (name: string, description: string) => attribute({ name, type: "string", description });

const ATTRIBUTES: Record<string, unknown>[] = [
  attribute({
    name: "userName",
    type: "string",
    description: "The email address with which the person signs in",
    required: true,
    mutability: "immutable",
    uniqueness: "server",
  }),
  attribute({ name: "externalId", type: "string", description: "The directory's own id", caseExact: true }),
  attribute({ name: "displayName", type: "string", description: "The name that colleagues see" }),
  attribute({
    name: "name",
    type: "complex",
    description: "Used where there is no displayName",
    subAttributes: [
      value("formatted", "The whole name"),
      value("givenName", "Written only"),
      value("familyName", "Written only"),
    ],
  }),
  attribute({ name: "active", type: "boolean", description: "Whether the person may sign in to this organization" }),
  attribute({
    name: "emails",
    type: "complex",
    description: "The userName",
    multiValued: true,
    mutability: "readOnly",
    subAttributes: [value("value", "Address")],
  }),
  attribute({
    name: "roles",
    type: "complex",
    description: "Makes an admin of whoever has the value that the SCIM token names",
    multiValued: true,
    subAttributes: [value("value", "Role")],
  }),
];

/** Answers GET /Schemas: the attributes of a user that are kept; others are ignored. */
export const schemas = () =>
  listOf([
    {
      schemas: [`${SCHEMA}Schema`],
      id: USER_SCHEMA,
      name: "User",
      description: "A person of the organization",
      attributes: ATTRIBUTES,
      meta: { resourceType: "Schema", location: scimAddress(`/Schemas/${USER_SCHEMA}`) },
    },
  ]);
