"use client";

import { unstable_createAdapterProvider as createAdapterProvider } from "nuqs/adapters/custom";
import { useSyncExternalStore } from "react";
import { changeAddress, listenToAddress, viewAddress } from "./view-address.ts";

function useMemoryAdapter() {
  const searchParams = useSyncExternalStore(listenToAddress, viewAddress, viewAddress);
  return { searchParams, updateUrl: changeAddress, getSearchParamsSnapshot: viewAddress };
}

/**
 * Keeps the parameters of the console's URL in memory: a partner's page must not have a patient in its URL, and Back
 * belongs to that page.
 */
export const MemoryAdapter = createAdapterProvider(useMemoryAdapter);
