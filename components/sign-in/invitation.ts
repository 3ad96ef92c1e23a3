import { ask } from "./ask.ts";

/** The user that an invitation link is for. */
export interface Invitation {
  email: string;
  name: string;
  organization_name: string;
}

/** Returns the invitation of a token. Throws an error to display if the link is no longer valid. */
export const showInvitation = (token: string) => ask<Invitation>("/api/invitation", { token });

/** Sets the chosen password. Throws an error to display. */
export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  ask<{ email: string }>("/api/invitation/accept", body);
