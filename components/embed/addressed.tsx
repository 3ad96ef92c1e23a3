"use client";

import type { ReactNode } from "react";
import { OperationDrawer } from "#components/forms/operation-drawer";
import { MemoryAdapter } from "./memory-adapter.tsx";

/** What stands around a view that has filters, or opens something beside itself. */
export function Addressed({ children }: { children: ReactNode }) {
  return (
    <MemoryAdapter>
      <main className="lg:group-has-data-drawer/frame:pr-drawer">{children}</main>
      <OperationDrawer />
    </MemoryAdapter>
  );
}
