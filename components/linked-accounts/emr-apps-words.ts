export const EMR_APPS = ["app", "apps"] as const;

/** The texts of the apps as which this deployment is registered at EMRs. */
export const words = {
  title: "Apps at EMRs",
  note: "What vendors gave when they registered this console. Clinics sign in at such an EMR and allow access (SMART App Launch).",
  add: "Add an app",
  addAction: "Add the app",
  none: "This console is registered at no EMR",
  noneHint: "Register it with a vendor, with the address to lead back to, then add here what the vendor gives.",
  issuer: "EMR",
  issuerHelp: "Address of the FHIR server, or the one below which all servers of the vendor are",
  clientId: "Client id",
  clientSecret: "Client secret",
  clientSecretHelp: "Stored encrypted and never shown again. Empty: our own key proves the app",
  tokenUrl: "Token URL",
  tokenUrlHelp: "Needed if tokens are issued at another origin than that of the EMR",
  scopes: "Scopes",
  scopesHelp:
    "Separated by spaces; offline_access must be among them. Empty: reading and writing of what the person may use",
  proof: "Proved by",
  secret: "Its secret",
  own_key: "Our own key",
  ofDeployment: "The operator, for all organizations",
  redirectUri: "The address to lead back to, for the vendor",
  copyRedirectUri: "Copy the address to lead back to",
  actions: "Actions",
  notAdded: "Nothing was added.",
  removeNamed: (issuer: string) => `Remove the app at ${issuer}`,
  removeEffect:
    "Nobody can sign in at this EMR any more. Accounts that were linked so need another sign-in once their present access ends, within the hour as a rule.",
} as const;
