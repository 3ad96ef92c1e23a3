import { MAX_PAGE } from "./find-users.ts";
import { listResponse } from "./list-response.ts";
import { type Attribute, ENTERPRISE_SCHEMA, SCHEMAS, USER_SCHEMA } from "./schema.ts";
import { scimAddress } from "./user-resource.ts";

// The resources that a directory reads before it provisions (RFC 7644 section 4).

const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:";

/** Answers GET /ServiceProviderConfig: what of SCIM is there. */
export const serviceProviderConfig = () => ({
  schemas: [`${SCHEMA}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
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

const userType = () => ({
  schemas: [`${SCHEMA}ResourceType`],
  id: "User",
  name: "User",
  description: "A person of the organization",
  endpoint: "/Users",
  schema: USER_SCHEMA,
  schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
  meta: { resourceType: "ResourceType", location: scimAddress("/ResourceTypes/User") },
});

/** Answers GET /ResourceTypes: users alone. */
export const resourceTypes = () => listResponse([userType()]);

/** Answers GET /ResourceTypes/{id}; undefined for an unknown one. */
export const resourceType = (id: string) => (id === "User" ? userType() : undefined);

/** Returns an attribute as RFC 7643 section 7 describes it. */
const described = ({
  hasLines: _lines,
  isAddress: _address,
  subAttributes,
  ...attribute
}: Attribute): Record<string, unknown> => ({
  multiValued: false,
  required: false,
  ...(attribute.type === "boolean" || attribute.type === "complex" ? {} : { caseExact: false }),
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...attribute,
  ...(subAttributes && { subAttributes: subAttributes.map(described) }),
});

/** Answers GET /Schemas/{urn}: the attributes of a user that are stored and shown; undefined for an unknown schema. */
export function schema(id: string) {
  const urn = Object.keys(SCHEMAS).find((each) => each.toLowerCase() === id.toLowerCase());
  const found = urn === undefined ? undefined : SCHEMAS[urn];
  return (
    found && {
      schemas: [`${SCHEMA}Schema`],
      id: urn,
      name: found.name,
      description: found.description,
      attributes: found.attributes.map(described),
      meta: { resourceType: "Schema", location: scimAddress(`/Schemas/${urn}`) },
    }
  );
}

/** Answers GET /Schemas. */
export const schemas = () => listResponse(Object.keys(SCHEMAS).flatMap((id) => schema(id) ?? []));

/** Answers GET /Groups: there are none. */
export const groups = () => listResponse([]);
