import type { UseQueryResult } from "@tanstack/react-query";

/** Returns the props by which a control shows that its options load, or failed to load and can be retried. */
export const loadingState = ({ isPending, isError, refetch }: UseQueryResult) => ({
  loading: isPending,
  onRetry: isError ? () => void refetch() : undefined,
});
