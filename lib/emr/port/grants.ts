/** The app as which this deployment is registered at an EMR. */
export interface EmrApp {
  clientId: string;
  /** Null: the organization's own key proves the app. */
  clientSecret: string | null;
  /** The address that issues tokens, if it is at another origin than the EMR. */
  tokenUrl: string | null;
}

/** What an EMR grants to an app for a person who consents there. */
export interface Granted {
  accessToken: string;
  lifetimeMs: number;
  /** Null if the EMR gives none: then the former one stays good. */
  refreshToken: string | null;
  /** The person at the EMR, as it names them; null if it does not. */
  fhirUser: string | null;
}

/** Exchanges a refresh token; `ended` if the EMR refuses it for good. Throws an EmrError if it may take it later. */
export type RefreshTokens = (app: EmrApp, refreshToken: string, signal: AbortSignal) => Promise<Granted | "ended">;

/** The authorizations of an organization at its EMRs (SMART App Launch). */
export interface Grants {
  /**
   * Returns the present access token of an authorization, which is good for the server at `baseUrl` alone; refreshed, by one
   * process at a time, once it ends soon or is the `refused` one. Throws an EmrError.
   */
  token(
    authorization: { id: string; baseUrl: string },
    how: { refused: string | null; refresh: RefreshTokens; signal: AbortSignal },
  ): Promise<Pick<Granted, "accessToken" | "lifetimeMs">>;
}
