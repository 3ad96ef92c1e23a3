import { ApiFailure } from "#lib/browser/api/api-failure";
import type { FieldError } from "#lib/kernel/field-error";

/** The user that an invitation link is for. */
export interface Invitation {
  email: string;
  name: string;
  organization_name: string;
}

async function ask<Body>(path: string, body: Record<string, unknown>): Promise<Body> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new ApiFailure(0, "The server could not be reached");
  }
  const answer = (await response.json().catch(() => ({}))) as Body & { message?: string; errors?: FieldError[] };
  if (!response.ok)
    throw new ApiFailure(response.status, answer.message ?? `The server answered ${response.status}`, answer);
  return answer;
}

/** Returns the invitation of a token. Throws an error to display if the link is no longer valid. */
export const showInvitation = (token: string) => ask<Invitation>("/api/invitation", { token });

/** Sets the chosen password. Throws an error to display. */
export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  ask<{ email: string }>("/api/invitation/accept", body);
