/** The body of an answer in a test, which reads bodies of any shape and fails where they lack what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape
export type AnyBody = any;
