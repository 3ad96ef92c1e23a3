/** The algorithms of client assertions; a server takes at least one of them (SMART App Launch, asymmetric authentication). */
export const ASSERTION_ALGORITHMS = ["RS384", "ES384"] as const;

export type AssertionAlgorithm = (typeof ASSERTION_ALGORITHMS)[number];

/** Returns claims as a JWT that is signed with the present private key of the account's organization. */
export type SignAssertion = (claims: Record<string, unknown>, algorithm: AssertionAlgorithm) => Promise<string>;
