import { leaveOrganization } from "#lib/browser/session/organization";
import { ask } from "./ask.ts";

/** Where this tab keeps an invitation's token while its person signs in. */
const KEPT = "crc.invitation";

/** Keeps the token of this page's link until the person comes back from the sign-in. */
export const keepToken = (token: string): void => sessionStorage.setItem(KEPT, token);

const forgetToken = (): void => sessionStorage.removeItem(KEPT);

/** Returns the token in the link's fragment, which browsers send to no server, or the one that was kept; "" for none. */
export const presentToken = (): string =>
  decodeURIComponent(window.location.hash.slice(1)) || (sessionStorage.getItem(KEPT) ?? "");

/** The user that an invitation link is for. */
export interface Invitation {
  email: string;
  name: string;
  organization_name: string;
  /** Id of the OpenID provider by which the person may accept; null without one. */
  provider: string | null;
}

/** Returns the invitation of a token. Throws an error to display if the link is no longer valid. */
export const showInvitation = (token: string): Promise<Invitation> =>
  ask<Invitation>("/api/invitation", { token }).catch((error: unknown) => {
    forgetToken();
    throw error;
  });

/** Joins the organization with the sign-in of the person whose session this browser has. Throws an error to display. */
export const joinOrganization = (token: string): Promise<void> =>
  leaveOrganization(async () => {
    await ask("/api/invitation/join", { token });
    forgetToken();
  });

/** Sets the chosen password. Throws an error to display. */
export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  ask<{ email: string }>("/api/invitation/accept", body).finally(forgetToken);
