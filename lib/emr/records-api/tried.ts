import type { EmrResponse } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";
import { CAPABILITIES } from "#lib/emr/port/capability";
import { EmrError } from "#lib/emr/port/port";
import type { ConnectionFault, Profile } from "#lib/emr/port/profile";
import { isLoginLost, messageOf, type Remote } from "./remote.ts";

type Finding = Profile["behaviour"][number];

/** The result of one read: its response, or why there is none. */
export type Tried = { response: EmrResponse } | { problem: string };

/** Reads once, for a probe. */
export async function tryRead(
  remote: Remote,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Tried> {
  try {
    return { response: await remote.ask(path, query, signal) };
  } catch (error) {
    if (error instanceof EmrError) return { problem: error.message };
    throw error;
  }
}

/** Returns whether a read was answered with success. */
export const isOk = (tried: Tried): tried is { response: EmrResponse } =>
  "response" in tried && tried.response.status === 200 && jsonOf(tried.response)?.success !== false;

/** Returns how a read went, in words. */
export function wordsOf(tried: Tried): string {
  if ("problem" in tried) return tried.problem;
  const { response } = tried;
  return isOk(tried) ? "answers" : `${response.status}: ${messageOf(response)}`;
}

/** Returns the profile of a remote that answers nothing, or refuses the credentials. */
const unusable = (
  { reachable, reason, faults }: { reachable: boolean; reason: string; faults: ConnectionFault[] },
  behaviour: Finding[],
): Profile => ({
  reachable,
  faults,
  server: null,
  capabilities: CAPABILITIES.map((name) => ({ name, support: "unsupported" as const, reason })),
  behaviour,
  traits: [],
});

/** Returns the profile of a remote that does not answer. */
export const unreached = (probe: string, found: string): Profile =>
  unusable(
    {
      reachable: false,
      reason: "The remote could not be reached",
      faults: [{ field: "base_url", message: `must lead to an EMR that answers (${found})` }],
    },
    [{ probe, found }],
  );

/** The credentials, which a remote refuses together: it does not say which of them is wrong. */
const CREDENTIALS = ["client_id", "client_secret", "access_token"] as const;

/** The profile of a remote that takes the credentials, and cannot sign in to the EMR behind it. */
const LOGIN_LOST = unusable(
  {
    reachable: true,
    reason: "The remote has lost its login to the EMR behind it",
    faults: [
      {
        field: "access_token",
        message:
          "is known to the service, which has lost its own login to the EMR (403 login_required): sign the practice in again at the service, then test again, with the new access token if it gave one",
      },
    ],
  },
  [{ probe: "credentials", found: "are known, but the remote has lost its login to the EMR behind it" }],
);

/** Returns the profile of a remote that refuses the credentials. */
export function refused(response: EmrResponse): Profile {
  if (isLoginLost(response)) return LOGIN_LOST;
  const said = `(${response.status}): ${messageOf(response)}`;
  const message = `is refused by the EMR, alone or with the other credentials ${said}`;
  return unusable(
    {
      reachable: true,
      reason: "The remote refuses the credentials",
      faults: CREDENTIALS.map((field) => ({ field, message })),
    },
    [{ probe: "credentials", found: `client_id, client_secret and access_token are refused together ${said}` }],
  );
}

/** Returns whether a response refuses all else as well: the credentials are not known, or the remote's own login is lost. */
export const refusesAll = (response: EmrResponse): boolean => response.status === 401 || isLoginLost(response);

/** Returns whether a read was refused for its credentials. */
export const isRefused = (tried: Tried): tried is { response: EmrResponse } =>
  "response" in tried && [401, 403].includes(tried.response.status);
