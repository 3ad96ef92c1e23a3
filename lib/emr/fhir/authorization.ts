/** The headers that authorize a call. */
export type AuthorizingHeaders = Readonly<Record<string, string>>;

/** The authorization of calls to a FHIR server. */
export interface Authorization {
  /** Returns the headers that authorize a call; may fetch a token. Throws an EmrError if none is granted. */
  headers(signal: AbortSignal): Promise<AuthorizingHeaders>;
  /** Forgets the token of these headers, since the server refused it. Returns whether another one may be had. */
  renew(refused: AuthorizingHeaders): boolean;
}

/** Authorizes no call: for servers that are open. */
export const noAuthorization: Authorization = { headers: async () => ({}), renew: () => false };
