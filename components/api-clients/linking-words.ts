/** The texts of the question whether an API client may let its customers link EMRs. */
export const words = {
  letLinkNamed: (name: string) => `Let ${name} link EMRs`,
  letLinkEffect:
    "It may then ask its own customers to link their EMRs in its pages, without an account here. Each linked account belongs to this organization and shares its documents. Nothing is written to an EMR to which its customer has not agreed; what they agreed to stands in the audit log. It may also have the events of all accounts of this organization sent to it, records of patients among them.",
  endLinkingOf: (name: string) => `End the linking of EMRs by ${name}`,
  endLinkingEffect:
    "It can begin no further links, and open ones end. Its webhook endpoints for all accounts are disabled. What was linked stays linked; unlink it under Linked accounts.",
} as const;
