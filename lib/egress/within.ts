/** Returns the result of `work`, or rejects at the deadline: a connection that is being made ignores its signal. */
export function within<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = () => reject(deadline.reason);
  if (deadline.aborted) end();
  deadline.addEventListener("abort", end);
  return Promise.race([work, over]).finally(() => deadline.removeEventListener("abort", end));
}
