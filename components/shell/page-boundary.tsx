"use client";

import { catchError, type ErrorInfo } from "next/error";
import { ErrorState } from "#components/ui/error-state";

const Failed = (_: object, { retry }: ErrorInfo) => (
  <ErrorState title="This page could not be shown" onRetry={retry}>
    Nothing was changed. What was sent before goes on by itself.
  </ErrorState>
);

/**
 * Shows what failed in place of a page of the account; the frame around it stays usable. Part of the frame's own code:
 * an error file of its own would be one more to fetch before any page is live.
 */
export const PageBoundary = catchError(Failed);
