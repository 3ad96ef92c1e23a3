import type { EmrResponse } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";
import { CAPABILITIES } from "#lib/emr/port/capability";
import { EmrError } from "#lib/emr/port/port";
import type { ConnectionFault, Profile } from "#lib/emr/port/profile";
import { messageOf, type Remote } from "./remote.ts";

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

/** Returns the profile of a remote that refuses the credentials. */
export function refused(response: EmrResponse): Profile {
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

/** Returns whether a read was refused for its credentials. */
export const isRefused = (tried: Tried): tried is { response: EmrResponse } =>
  "response" in tried && [401, 403].includes(tried.response.status);
