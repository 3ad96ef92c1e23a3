/** The texts of the views in a partner's page, besides those of the resources that they show. */
export const words = {
  loading: "Loading",
  closed: "This view was closed",
  closedHint: "Access to it was revoked. Operations that were already sent continue.",
  notOpened: "This view could not be opened",
  nothingChanged: "Nothing was changed.",
  notAllowed: "This form can’t be sent from here",
  notAllowedHint: (permission: string) => `The page that shows it lacks the permission ${permission}.`,
  switchedOff: (operation: string) => `${operation} is switched off for the connected EMR`,
  notSupported: (operation: string) => `${operation} is not supported for the connected EMR`,
  nothingToSend: "Nothing can be sent from here.",
  backToForm: "Back to the form",
  print: "Print this view",
  printsItself: "This view is not printed with the page around it. It prints by its own button, “Print this view”.",
  printsCalendar:
    "This view is not printed with the page around it. Its day and its week print by its own button, “Print”.",
  printsDocument:
    "This view is not printed with the page around it. An opened document prints by its own button, “Print”.",
  job: "Job",
  providersNotLoaded: "The providers could not be loaded",
  noProviders: "No provider is offered to patients",
  noProvidersHint: "No provider’s open slots can be shown.",
  availability: "Availability",
  provider: "Provider",
  sessionRevoked: "The session of this view was revoked",
  viewNotOpened: "The view could not be opened",
  noAccess: "The page around this view granted no access",
} as const;
