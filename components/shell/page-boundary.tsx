"use client";

import { catchError, type ErrorInfo } from "next/error";
import { ErrorState } from "#components/ui/error-state";
import { words } from "./words.ts";

const Failed = (_: object, { retry }: ErrorInfo) => (
  <ErrorState title={words.pageNotShown} onRetry={retry}>
    {words.pageNotShownHint}
  </ErrorState>
);

/**
 * Shows an error in place of a page; the frame around it keeps working. It is part of the frame's code, because a
 * separate error file would delay every page.
 */
export const PageBoundary = catchError(Failed);
