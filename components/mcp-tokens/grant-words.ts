/** The texts of what people grant to assistants by OAuth: the lists, the switch and the page of consent. */
export const words = {
  connected: "Connected assistants",
  connectedNote:
    "What people have allowed assistants that found this console by its address. Each reads and drafts no more than its person may.",
  ownNote:
    "What you have allowed assistants. Each reads and drafts no more than you may, and can neither write nor send.",
  none: "No assistants connected",
  ownNoneHint:
    "Give an assistant the address of this console that ends in /mcp: it asks you, if an admin has switched that on.",
  noneHint: "People connect one by giving it the address that ends in /mcp.",
  enable: "People may connect assistants",
  enableHelp:
    "An assistant is then given the address alone and asks its person on a page of this console. Off, such assistants are refused within seconds.",
  account: "Account",
  person: "Person",
  unnamedAccount: "An account that is gone",
  consentTitle: "Connect an assistant",
  asks: "asks to work with patient records for you. It calls itself so; nobody has checked the name.",
  leadsTo: "You will be sent to",
  leadsHere: "a program on this computer",
  onlyIf: "Go on only if you have just started this yourself, in a program that you trust.",
  linkedAccount: "Account that it works on",
  reads: "May read",
  readsHelp: "The assistant and its maker see what it reads",
  drafts: "May draft",
  draftsHelp: "Each draft waits until a person sends it",
  limits: "It can neither write nor send. You can end this at any time under Your account.",
  allow: "Allow",
  refuse: "Refuse",
  signedInAs: (name: string, email: string) => `Signed in as ${name}, ${email}`,
  off: "Assistants cannot be connected here",
  offHint: "An admin of your organization can switch this on under Integrations.",
  noAccount: "Your organization has no linked account that an assistant could work on.",
  badRequest: "This assistant cannot be connected",
  badRequestHint: "Nothing was allowed, and nothing was sent to it.",
  back: (host: string) => `Return to ${host}`,
} as const;

/** The name of grants, singular and plural. */
export const GRANTS = ["connected assistant", "connected assistants"] as const;
