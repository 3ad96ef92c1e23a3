/** The texts of the page API reference around the reference itself. */
export const words = {
  loading: "The reference is loading",
  notLoaded: "The reference could not be loaded",
  apiReference: "API reference",
  requestsAreReal: "Requests that you try here are real: they run as you, for",
  typedClient: "An app installs the typed client of this interface from",
} as const;
