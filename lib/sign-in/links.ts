/** The columns of a person whose invitation has ended. */
export const NO_INVITATION = { invitationHash: null, invitationExpiresAt: null } as const;

/** The columns of a person whose links have ended: the invitation and the one for a new password. */
export const NO_LINKS = { ...NO_INVITATION, resetHash: null, resetExpiresAt: null } as const;
