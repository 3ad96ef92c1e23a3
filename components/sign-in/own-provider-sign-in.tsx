"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { ProviderButton } from "./provider-button.tsx";
import type { Refusal } from "./refusal.ts";
import { providerRefusalIn } from "./try-provider.ts";

interface OwnProviderSignInProps {
  /** Id of the organization's own provider. */
  provider: string;
  /** Path of the page to open after signing in. */
  next: string;
  /** The reason in the URL why the sign-in failed. */
  refused?: string | undefined;
}

/** Signs in through an organization's own provider, with the reason if that failed. */
export function OwnProviderSignIn({ refused, ...button }: OwnProviderSignInProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(() => providerRefusalIn(refused));
  return (
    <>
      {refusal ? (
        <div className="mb-4">
          <Banner tone="danger" title={refusal.title} announce>
            {refusal.next}
          </Banner>
        </div>
      ) : null}
      <ProviderButton {...button} alone onRefused={setRefusal} />
    </>
  );
}
