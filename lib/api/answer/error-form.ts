const SCIM_ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The form of an error body: its media type and its fields. */
export interface ErrorForm {
  contentType: string;
  bodyOf(status: number, message: string): Record<string, unknown>;
}

/** The error body of interface section 7. */
const PLAIN: ErrorForm = {
  contentType: "application/json; charset=utf-8",
  bodyOf: (_status, message) => ({ success: false, message }),
};

/** The error of RFC 7644 section 3.12, whose status is a text. */
export const SCIM_FORM: ErrorForm = {
  contentType: "application/scim+json; charset=utf-8",
  bodyOf: (status, message) => ({ schemas: [SCIM_ERROR], status: String(status), detail: message }),
};

/** JSON-RPC's code for a fault that the server defines: here, whatever is refused before a message is read. */
const REFUSED = -32_000;

/** The error of JSON-RPC 2.0 for a request that is refused before its message, and so its id, is read. */
export const MCP_FORM: ErrorForm = {
  contentType: "application/json; charset=utf-8",
  bodyOf: (_status, message) => ({ jsonrpc: "2.0", id: null, error: { code: REFUSED, message } }),
};

const MCP_ADDRESS = /^\/mcp(?:[/?]|$)/;
const SCIM_ADDRESS = /^\/scim\/v2(?:[/?]|$)/;

/** Returns whether a target, without its origin, lies at `/scim/v2` or below. */
export const isScimAddress = (url: string): boolean => SCIM_ADDRESS.test(url);

/** Returns the form of error bodies at a target. The handlers and the listener before them share it. */
export function errorFormAt(url: string): ErrorForm {
  if (isScimAddress(url)) return SCIM_FORM;
  return MCP_ADDRESS.test(url) ? MCP_FORM : PLAIN;
}
