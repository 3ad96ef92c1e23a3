/** The texts of the page Webhooks itself: its tabs and its list of endpoints. */
export const words = {
  deliveriesFail: "Deliveries fail",
  loading: "Loading",
  held: "Held",
  eventTypes: "Event types",
  registered: "Registered",
  nothingSent: "Nothing sent",
  enabled: "Enabled",
  disabled: "Disabled",
  ofAllAccounts: "Events of all accounts",
  endpoint: "Endpoint",
  last24Hours: "Last 24 hours",
  status: "Status",
  newEndpoint: "New endpoint",
  endpointsNote: "Each receives this account’s signed events as they happen.",
  noEndpointsHint: "Register a URL to receive the result of every operation that is sent to the EMR.",
  noEndpointsYet: "No endpoints yet",
  endpoints: "Endpoints",
  deliveryLog: "Delivery log",
  webhooks: "Webhooks",
  deliveredOf: (share: string, attempts: string) => `${share} of ${attempts} delivered`,
  attemptCount: (attempts: number, count: string) => `${count} ${attempts === 1 ? "attempt" : "attempts"}`,
} as const;

/** An endpoint's name, singular and plural. */
export const ENDPOINTS = ["endpoint", "endpoints"] as const;
