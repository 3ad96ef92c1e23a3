"use client";

import { Building2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import type { Refusal } from "./refusal.ts";
import { type Leaving, leaveForProvider } from "./try-provider.ts";
import { words } from "./words.ts";

interface ProviderButtonProps extends Leaving {
  /** True if there is nothing above it to choose from. */
  alone?: boolean;
  onRefused: (refusal: Refusal | null) => void;
}

/**
 * Redirects to the organization's identity provider, and from there to the console. Calls `onRefused` with the refusal,
 * and with null on each new attempt.
 */
export function ProviderButton({ alone = false, onRefused, ...leaving }: ProviderButtonProps) {
  const [pending, setPending] = useState(false);

  // The browser's back button may restore this page in its pending state.
  useEffect(() => {
    const again = (event: PageTransitionEvent) => event.persisted && setPending(false);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);

  const leave = async () => {
    if (pending) return;
    setPending(true);
    onRefused(null);
    const refusal = await leaveForProvider(leaving);
    if (!refusal) return;
    setPending(false);
    onRefused(refusal);
  };

  return (
    <>
      {alone ? null : (
        <div aria-hidden="true" className="my-4 flex items-center gap-3 text-xs text-faint">
          <span className="h-px flex-1 bg-line" />
          {words.or}
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
      <Button pending={pending} icon={<Building2 aria-hidden="true" />} onPress={leave} className="w-full">
        {words.useOrganization}
      </Button>
    </>
  );
}
