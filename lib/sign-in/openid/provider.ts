import type { TargetPolicy } from "#lib/egress/target";
import type { Person } from "#lib/sign-in/person";
import type { ProviderChoice } from "#lib/sign-in/provider-choice/choice";
import type { ProviderRefusal } from "#lib/sign-in/provider-refusal";
import type { SessionToken } from "#lib/sign-in/session-token";
import type { SignInRequest } from "#lib/sign-in/sessions";

/** What a provider says of the person whom it has authenticated. */
export type Claims = Readonly<Record<string, unknown>>;

/** The request with which a person comes back. */
export interface ComingBack extends SignInRequest {
  /** The `Cookie` header. */
  cookies: string | null;
}

/** A session that a provider's word has begun. */
export interface Begun {
  session: SessionToken;
  /** The person whose browser becomes a known one for a sign-in by password; null if no password opens the same. */
  known: Person | null;
}

/** A person who must choose, before a session begins. */
export interface Undecided {
  choice: ProviderChoice;
}

/** An OpenID provider through which people sign in: the deployment's, or an organization's own. */
export interface SignInProvider {
  /** Its id in the paths: `/api/auth/callback/<id>`. */
  id: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The addresses that may be dialled for it; null allows every address, as the operator has entered the provider. */
  policy: TargetPolicy | null;
  /** Whether people are known by an email address, which is read from the user info endpoint if the id token has none. */
  needsAddress: boolean;
  /**
   * Begins the session of the person to whom the claims belong. `invitation`: the token of the one with which they came.
   * Returns the choice that the person must make first, or why there is none.
   */
  begin(
    claims: Claims,
    invitation: string | null,
    request: ComingBack,
  ): Promise<Begun | Undecided | Extract<ProviderRefusal, "unknown">>;
}
