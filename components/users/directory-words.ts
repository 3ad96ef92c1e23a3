/** The texts of the section for the organization's own directory. */
export const words = {
  title: "Directory (SCIM)",
  note: "Your directory, such as Entra ID or Okta, can add people here and take their access away: whoever leaves it is signed out at once.",
  newToken: "New SCIM token",
  create: "Create the token",
  none: "No directory is connected",
  noneHint: "Create a token, and enter it in your directory with the address that is shown then.",
  tokens: "SCIM tokens",
  name: "Name",
  nameHelp: "Of your directory",
  adminRole: "Role for admins",
  adminRoleHelp:
    "The value of “roles” in your directory that stands for an admin here. Leave it empty to choose admins on this page; everyone whom the directory adds is staff then.",
  state: "State",
  active: "Active",
  revoked: "Revoked",
  lastUsed: "Last used",
  noRole: "Chosen here",
  never: "Never",
  actions: "Actions",
  revocationEffect: "The directory is refused at once. The people whom it has added keep their access.",
  token: "Token",
  tokenOf: (name: string) => `The token of ${name}`,
  address: "Address (tenant URL)",
  notCreated: "No token was created.",
} as const;

/** The tokens' name, singular and plural. */
export const SCIM_TOKENS = ["SCIM token", "SCIM tokens"] as const;
