/** The parts of the audit log's sentences. */
export const sentences = {
  read: (what: string) => `read ${what}`,
  refused: (what: string) => `was not allowed to ${what}`,
  of: (done: string, record: string) => `${done}: ${record}`,
  drafted: (done: string, by: string) => `${done}, drafted by ${by}`,
  draft: (operation: string) => `Draft ${operation}`,
  changed: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  switchedOn: (writes: string) => `Switched on: ${writes}`,
  switchedOff: (writes: string) => `Switched off: ${writes}`,
  secondFactor: (factor: string) => `Second factor: ${factor}`,
  draftedBy: (person: string) => `Drafted by ${person}`,
  connectedTo: (origin: string) => `Connected to ${origin}`,
  authorizedBy: (person: string) => `Consented at the EMR: ${person}`,
  agreedTo: (consent: string) => `Agreed to: ${consent}`,
} as const;

/** Values of changed fields. */
export const VALUES: Readonly<Record<string, string>> = { true: "yes", false: "no", "": "none" };

/** First words of the routes' summaries in the past tense. A summary without one of them names what was read. */
export const PAST: Readonly<Record<string, string>> = {
  add: "added",
  cancel: "cancelled",
  change: "changed",
  choose: "chose",
  confirm: "confirmed",
  create: "created",
  delete: "deleted",
  discard: "discarded",
  draft: "drafted",
  end: "ended",
  get: "read",
  give: "gave",
  invite: "invited",
  link: "linked",
  list: "listed",
  order: "ordered",
  post: "posted",
  refresh: "refreshed",
  register: "registered",
  remove: "removed",
  rename: "renamed",
  request: "requested",
  retry: "retried",
  revoke: "revoked",
  save: "saved",
  search: "searched",
  send: "sent",
  set: "set",
  settle: "settled",
  sign: "signed",
  start: "started",
  stream: "streamed",
  try: "tried",
  update: "updated",
};

/** Descriptions of actions outside of the API. */
export const OTHER_ACTIONS: Readonly<Record<string, string>> = {
  "password:choose": "Choose a password",
  "password:restore": "Create a link for a new password, by a command",
  "password:forget": "Request a link for a new password on the sign-in page",
  "second-factor:add": "Add a second factor at sign-in",
  "second-factor:restore": "Remove a person’s second factor, by a command",
  "second-factor:refuse": "Try a wrong second factor after the right password",
  "identity:bind": "Sign in through the organization’s own provider for the first time",
  "identity:replace": "Take a person for another one under the same address, by its directory",
  "identity:unbind": "End a person’s sign-in through the organization’s own provider, by its directory",
  "oauth-clients:register": "Register an assistant’s program, by itself",
  "oauth-grants:revoke": "Withdraw an assistant’s access, by its program or because a code or token came twice",
  "organizations:join": "Join an organization with an existing sign-in",
  "scim:create": "Create a person, by the organization’s directory",
  "scim:remove": "Remove a person, by the organization’s directory",
  "scim:update": "Change a person, by the organization’s directory",
  "sessions:end": "End a person’s sessions, by a command",
  "session:leave": "Switch to another organization",
  "session:start": "Sign in",
};

/** Words of the path with another spelling. */
export const SPELLED: Record<string, string> = {
  api: "API",
  mcp: "MCP",
  oauth: "OAuth",
  org: "organization",
  scim: "SCIM",
  staff: "staff member",
};
