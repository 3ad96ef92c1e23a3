/** What a patient is to the subscriber of an insurance. */
export const RELATIONSHIPS = ["self", "spouse", "child", "parent", "other"] as const;

export type Relationship = (typeof RELATIONSHIPS)[number];
