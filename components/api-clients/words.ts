/** The texts of the API clients on the page Integrations: labels, empty states and errors. */
export const words = {
  rename: "Rename",
  unknownFields: "Unknown fields",
  unknownFieldsFrom: (name: string) => `Unknown fields from ${name}`,
  newSecret: "New secret",
  newSecretFor: (name: string) => `New secret for ${name}?`,
  createSecret: "Create a new secret",
  newSecretOf: (name: string) => `The new secret of ${name}`,
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  rotationEffect: "Requests with the current secret are refused within seconds.",
  clientSecret: "Client secret",
  revocationEffect:
    "Its credentials are refused within seconds, and pending deliveries to its callback URLs are discarded. This can't be undone.",
  name: "Name",
  clientId: "Client id",
  copyClientId: (name: string) => `Copy the client id of ${name}`,
  credentialsOf: (name: string) => `The credentials of ${name}`,
  state: "State",
  lastUsed: "Last used",
  never: "Never",
  actions: "Actions",
  active: "Active",
  refusesUnknownFields: "Refuses unknown fields",
  revoked: "Revoked",
  apiClients: "API clients",
  clientsNote: "Integrators call the API with a client's id and secret, and the access token of one linked account.",
  newApiClient: "New API client",
  noClientsHint: "Create one for each system that integrates with this organization.",
  noApiClients: "No API clients",
  webhookSecret: "Webhook secret",
  nameHelp: "The system or partner that uses it",
  createTheClient: "Create the client",
  acceptUnknown: "Accept it, with a warning",
  refuseIt: "Refuse it",
  unknownFieldsChoice: "A request with unknown fields",
  unknownFieldsNote:
    "A misspelled field is not sent to the EMR. An accepted request names it in the answer and in the job; a refused request saves nothing.",
  save: "Save",
} as const;

/** The clients' name, singular and plural. */
export const API_CLIENTS = ["API client", "API clients"] as const;
