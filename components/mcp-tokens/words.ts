import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";

/** The texts of the MCP tokens on the page Integrations: labels, empty states and errors. */
export const words = {
  tokens: "Assistants",
  note: "An assistant reads this account over MCP for one person, and leaves drafts, which a person checks and sends. It can neither write nor send.",
  newToken: "New MCP token",
  none: "No MCP tokens",
  noneHint: "Create one for each assistant and the person it works for.",
  name: "Assistant",
  nameHelp: "Shown with what it reads and drafts",
  person: "Person",
  personHelp: "It reads and drafts no more than they may",
  reads: "May read",
  drafts: "May draft",
  draftsHelp: "Each draft waits until a person sends it",
  days: "Days until it ends",
  all: "Choose all",
  scopes: "May",
  state: "State",
  ends: "Ends",
  lastUsed: "Last used",
  never: "Never",
  actions: "Actions",
  create: "Create the token",
  notCreated: "No token was created.",
  token: "MCP token",
  tokenOf: (name: string) => `The token of ${name}`,
  endpoint: "Endpoint",
  revocationEffect: "It is refused within seconds. What it has drafted stays until someone sends or discards it.",
} as const;

/** The tokens' name, singular and plural. */
export const MCP_TOKENS = ["MCP token", "MCP tokens"] as const;

/** The states of a token, and of what was granted by OAuth, in words. */
export const STATES: Readonly<Record<McpTokenModel["status"], string>> = {
  active: "Active",
  ended: "Ended",
  revoked: "Revoked",
  person_deactivated: "Person deactivated",
};

/** Returns a kind of record by its permission: "Patient notes" for `patient-notes:read`. */
export const kindWords = (permission: string): string => {
  const kind = permission.replace(/:read$/, "").replaceAll("-", " ");
  return kind.charAt(0).toUpperCase() + kind.slice(1);
};

/** Returns what a token may do in few words: "Read 5 kinds of record · draft 2 operations". */
export function scopeWords({ reads, drafts }: Pick<McpTokenModel, "reads" | "drafts">): string {
  const kinds = `Read ${reads.length} ${reads.length === 1 ? "kind" : "kinds"} of record`;
  if (drafts.length === 0) return kinds;
  return `${kinds} · draft ${drafts.length} ${drafts.length === 1 ? "operation" : "operations"}`;
}
