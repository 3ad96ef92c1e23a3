"use client";

import type { ReactNode } from "react";
import { OperationDrawer } from "#components/forms/operation-drawer";
import { MemoryAdapter } from "./memory-adapter.tsx";

/** Provides the address in memory and the drawers for a view with filters. */
export function Addressed({ children }: { children: ReactNode }) {
  return (
    <MemoryAdapter>
      <main className="lg:group-has-data-drawer/frame:pr-drawer">{children}</main>
      <OperationDrawer />
    </MemoryAdapter>
  );
}
