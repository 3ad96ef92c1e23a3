/** Ends a start. The operator sees its message and nothing else. */
export class StartFailure extends Error {}
