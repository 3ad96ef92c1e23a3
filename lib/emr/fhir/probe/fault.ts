import type { ConnectionFault } from "#lib/emr/port/profile";

/** What a field must be, if it is not one of the credentials. */
const MUST: Readonly<Record<string, string>> = {
  base_url: "must lead to an EMR that answers",
  export_group: "must be the id of a Group whose records the EMR exports",
  subscriptions: "must be off at an EMR that shows no subscriptions",
  "auth.kind": "must be one that the EMR accepts",
  "auth.scopes": "must be scopes that the EMR grants",
  "auth.token_url": "must lead to an address that grants tokens",
};

/** Returns the fault of a field of `connection`, with what the server said. */
export const faultOf = (field: string, said: string): ConnectionFault => ({
  field,
  message: `${MUST[field] ?? "is refused by the EMR"} (${said})`,
});
