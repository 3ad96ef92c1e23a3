import { ScimError } from "./scim-error.ts";

/** The attributes by which directories look for a user. */
const ATTRIBUTES = ["userName", "externalId", "id"] as const;

/** An equality: all that directories ask for before they create or change a user. */
export interface Filter {
  attribute: (typeof ATTRIBUTES)[number];
  value: string;
}

const EQUALITY = /^\s*([\w.:]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/**
 * Parses a filter of one equality, such as `userName eq "robin@clinic.example"` (RFC 7644 section 3.4.2.2). Throws 400
 * `invalidFilter` for every other one.
 */
export function parseFilter(text: string): Filter {
  const [, name = "", quoted = '""'] = EQUALITY.exec(text) ?? [];
  const attribute = ATTRIBUTES.find((each) => each.toLowerCase() === name.toLowerCase());
  if (!attribute) {
    throw new ScimError(400, "invalidFilter", `filter must be like: ${ATTRIBUTES.join(" or ")} eq "value"`);
  }
  try {
    return { attribute, value: String(JSON.parse(quoted)) };
  } catch {
    throw new ScimError(400, "invalidFilter", "filter has a string with an unknown escape");
  }
}
