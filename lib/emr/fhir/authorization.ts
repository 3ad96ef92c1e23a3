/** The Authorization of calls to a FHIR server. */
export interface Authorization {
  /** Returns the headers that authorize a call; may fetch a token. Throws an EmrError if none is granted. */
  headers(signal: AbortSignal): Promise<Record<string, string>>;
  /** Forgets the token, since the server refused it. Returns whether another one may be had. */
  renew(): boolean;
}

/** Authorizes no call: for servers that are open. */
export const noAuthorization: Authorization = { headers: async () => ({}), renew: () => false };
