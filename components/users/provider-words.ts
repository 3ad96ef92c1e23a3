/** The texts of the section for the organization's own OpenID provider. */
export const words = {
  title: "Own sign-in (OpenID)",
  note: "People sign in at your own provider, such as Entra ID or Okta, to this organization alone. The first time they come by their invitation, or your directory has named them by its id.",
  none: "Your organization has no sign-in of its own",
  noneHint: "Register this console with your provider first, with this address to lead back to:",
  set: "Set a provider",
  change: "Change the provider",
  save: "Save the provider",
  remove: "Remove",
  removal: "Remove the provider",
  removalEffect:
    "Everyone whom it has signed in is signed out. People who sign in by it alone need a link for choosing a password.",
  issuer: "Issuer",
  issuerHelp: "As your provider writes it, such as https://login.example.com",
  clientId: "Client ID",
  clientSecret: "Client secret",
  claim: "Claim with the directory’s id",
  claimHelp: "“sub” fits Okta, “oid” fits Entra ID",
  signInAt: "Sign-in page",
  leadsBack: "Leads back to",
  savedMeanwhile: "Another person saved the provider meanwhile",
  notSet: "The provider was not changed.",
} as const;
