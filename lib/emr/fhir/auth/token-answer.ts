import { z } from "zod";
import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { jsonOf } from "#lib/emr/http/json";
import { refusesByLimit, retryAfterOf } from "#lib/emr/http/limits";
import { EmrError } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { isStorable } from "#lib/kernel/storable-text";
import { credentialsOf } from "./credentials-field.ts";

/** An access token, and its lifetime. */
export interface Token {
  accessToken: string;
  lifetimeMs: number;
  /** Null if there is none, as without a person who consents. */
  refreshToken: string | null;
  /** JWT about that person. */
  idToken: string | null;
}

type AuthKind = FhirConnection["auth"]["kind"];

/** Lifetime of a token whose answer states none; SMART Backend Services recommend five minutes. */
const USUAL_SECONDS = 300;
const MOST_SECONDS = 24 * 60 * 60;
const MAX_DESCRIPTION_LENGTH = 300;

/** A refused authorization is tried again this late: only a person mends it. */
const LOGIN_MS = 15 * 60_000;

const granted = z.object({
  // The token becomes part of a header.
  access_token: z.string().regex(/^[\x21-\x7E]{1,16000}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().positive().max(MOST_SECONDS).catch(USUAL_SECONDS),
  refresh_token: z
    .string()
    .regex(/^[\x20-\x7E]{1,16000}$/)
    .nullish(),
  id_token: z.string().max(16_000).nullish().catch(null),
});

const refused = z.object({
  error: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/),
  error_description: z.string().refine(isStorable).optional().catch(undefined),
});

/** Returns whether a token was refused for the scopes that were asked for (RFC 6749, 5.2). */
export const refusesScopes = (response: EmrResponse): boolean =>
  response.status >= 400 && refused.safeParse(jsonOf(response)).data?.error === "invalid_scope";

/** Returns whether a code or a refresh token was refused for good (RFC 6749, 5.2). */
export const refusesGrant = (response: EmrResponse): boolean =>
  response.status >= 400 && refused.safeParse(jsonOf(response)).data?.error === "invalid_grant";

/** Returns the field of `connection` that a refusal is about, by its code (RFC 6749, 5.2) or else by its status. */
function refusedField(response: EmrResponse, kind: AuthKind): string {
  const code = refused.safeParse(jsonOf(response)).data?.error;
  if (code === "invalid_scope") return "auth.scopes";
  if (code === "unsupported_grant_type") return "auth.kind";
  if (code !== undefined || [400, 401, 403].includes(response.status)) return credentialsOf(kind);
  return "auth.token_url";
}

/**
 * Returns the server's own words for a refusal. A description that repeats what was sent is left out, because it could
 * show a secret.
 */
function wordsOf(response: EmrResponse, sent: readonly string[]): string {
  const { data } = refused.safeParse(jsonOf(response));
  if (!data) return `the status ${response.status}`;
  const { error, error_description: description } = data;
  if (description === undefined || sent.some((secret) => description.includes(secret))) return error;
  return `${error}: ${beginningOf(description, MAX_DESCRIPTION_LENGTH)}`;
}

/**
 * Returns the token of an answer to a client of some kind. Throws an EmrError for a refusal, with the server's words but
 * none of the values in `sent`, and with the field that is refused; nothing of the call that needs the token was done.
 */
export function tokenOf(response: EmrResponse, sent: readonly string[], kind: AuthKind): Token {
  if (response.status === 200) {
    const { data } = granted.safeParse(jsonOf(response));
    if (data) {
      return {
        accessToken: data.access_token,
        lifetimeMs: data.expires_in * 1_000,
        refreshToken: data.refresh_token ?? null,
        idToken: data.id_token ?? null,
      };
    }
    throw new EmrError("passing", "The EMR's token address answers without a bearer token", {
      notDone: true,
      connectionField: "auth.token_url",
    });
  }
  const words = wordsOf(response, sent);
  const retryAfterMs = retryAfterOf(response, "");
  if (refusesByLimit(response, "")) {
    throw new EmrError("passing", `The EMR's token address takes no more requests now (${words})`, {
      limited: true,
      retryAfterMs,
      connectionField: "auth.token_url",
    });
  }
  if (response.status >= 500) {
    throw new EmrError("passing", `The EMR's token address fails (${words})`, {
      notDone: true,
      retryAfterMs,
      connectionField: "auth.token_url",
    });
  }
  throw new EmrError("passing", `The EMR's token address refuses this client (${words})`, {
    notDone: true,
    // Of a client without a person behind it, a refusal may pass: its secret was perhaps changed a moment ago.
    ...(kind === "smart_app" && { loginRequired: true, retryAfterMs: LOGIN_MS }),
    code: "login_required",
    connectionField: refusedField(response, kind),
  });
}
