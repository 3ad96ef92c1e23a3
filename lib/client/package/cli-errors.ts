/** A command that cannot run as it was given; its message says what to change. */
export class UsageError extends Error {}
