"use client";

import { CloudAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { words } from "./words.ts";

export interface ErrorStateProps {
  /** The problem. */
  title: string;
  /** States whether anything was lost, and the next step. */
  children?: ReactNode;
  /** Retries; omitted if a retry cannot help. */
  onRetry?: () => void;
}

/** Replaces content that failed to load. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-3 flex size-10 items-center justify-center rounded-full bg-danger-soft text-danger">
        <CloudAlert aria-hidden="true" className="size-5" />
      </span>
      <p className="text-base font-medium text-fg">{title}</p>
      {children && <div className="mt-1 max-w-80 text-sm text-balance text-faint">{children}</div>}
      {onRetry && (
        <Button className="mt-4" onPress={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </div>
  );
}
