import { ApiFailure } from "#lib/browser/api/api-failure";
import type { FieldError } from "#lib/kernel/field-error";

/** Whom a link to choose a password is for. */
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

/** Whom a link's token is for. Throws what to say where it no longer works. */
export const showInvitation = (token: string) => ask<Invitation>("/api/invitation", { token });

/** Sets the chosen password. Throws what to say. */
export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  ask<{ email: string }>("/api/invitation/accept", body);
