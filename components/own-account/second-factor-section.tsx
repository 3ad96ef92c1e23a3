"use client";

import { KeyRound, Plus, Smartphone } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { KINDS } from "#components/second-factor/words.ts";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { Section } from "#components/ui/section";
import type { OwnAccountModel, SecondFactorModel } from "#lib/administration/own-account/model";
import type { Wish } from "./second-factor-dialog.tsx";

/** The dialog loads schemas, which the first view does not need. */
const SecondFactorDialog = dynamic(
  () => import("./second-factor-dialog.tsx").then((module) => module.SecondFactorDialog),
  { ssr: false },
);

/** Codes left below which the page warns. */
const FEW = 3;

const ICONS = { totp: Smartphone, passkey: KeyRound };

function Factor({ factor, onRemove }: { factor: SecondFactorModel; onRemove: () => void }) {
  const Icon = ICONS[factor.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium text-fg">{factor.name}</p>
        <p className="text-sm text-faint">
          {factor.name === KINDS[factor.kind].name ? null : `${KINDS[factor.kind].name} · `}
          {factor.last_used_at ? (
            <>
              used <RelativeTime at={factor.last_used_at} />
            </>
          ) : (
            <>
              added <RelativeTime at={factor.created_at} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${factor.name}`} onPress={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** Shows what the person proves after the password, and changes it. */
export function SecondFactorSection({ owned }: { owned: OwnAccountModel["second_factor"] }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const { factors, recovery_codes_left: left, required } = owned;
  return (
    <Section
      title="Second factor"
      note={
        required
          ? "Your organization requires one besides the password."
          : "Asked for after the password, so that a stolen password is not enough."
      }
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => setWish("add")}>
          Add a second factor
        </Button>
      }
    >
      {factors.length === 0 ? (
        <p className="text-sm text-muted">You have none. An authenticator app or a passkey takes a minute to set up.</p>
      ) : (
        <>
          <ul aria-label="Second factors" className="divide-y divide-line">
            {factors.map((factor) => (
              <Factor key={factor.id} factor={factor} onRemove={() => setWish({ remove: factor })} />
            ))}
          </ul>
          {left < FEW ? (
            <Banner
              tone="warning"
              title={left === 0 ? "You have no recovery codes left" : `${left} recovery codes left`}
            >
              Without one, only an administrator can let you in if you lose your app or passkey.
            </Banner>
          ) : null}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">{left} recovery codes left.</p>
            <Button onPress={() => setWish("codes")}>New recovery codes</Button>
          </div>
        </>
      )}
      {wish ? <SecondFactorDialog wish={wish} owned={owned} onClose={() => setWish(null)} /> : null}
    </Section>
  );
}
