const ID = /^own-([0-9a-f]{32})$/;

/** Returns the id of an organization's own provider in the sign-in library's paths. */
export const ownProviderId = (organizationId: string): string => `own-${organizationId}`;

/** Returns the organization whose own provider has this id, or null. */
export const organizationOfProvider = (id: string | undefined): string | null => ID.exec(id ?? "")?.[1] ?? null;

/** Returns the path of the page at which an organization's own provider signs in. */
export const ownSignInPath = (organizationId: string): string => `/sign-in/organization/${organizationId}`;
