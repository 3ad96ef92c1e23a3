"use client";

import { CloudAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** Whether anything was lost, and what to do. */
  children?: ReactNode;
  /** Tries again; without it there is nothing to try. */
  onRetry?: () => void;
}

/** In place of what could not be loaded. */
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
          Try again
        </Button>
      )}
    </div>
  );
}
