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
import { words } from "./words.ts";

/** The dialog loads schemas, which the first view does not need. */
const SecondFactorDialog = dynamic(
  () => import("./second-factor-dialog.tsx").then((module) => module.SecondFactorDialog),
  { ssr: false },
);

/** Codes left below which the page warns. */
const FEW = 3;

const ICONS = { totp: Smartphone, passkey: KeyRound };

interface FactorProps {
  factor: SecondFactorModel;
  onRename: () => void;
  onRemove: () => void;
}

function Factor({ factor, onRename, onRemove }: FactorProps) {
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
              {words.used} <RelativeTime at={factor.last_used_at} />
            </>
          ) : (
            <>
              {words.added} <RelativeTime at={factor.created_at} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={words.renameNamed(factor.name)} onPress={onRename}>
        {words.rename}
      </Button>
      <Button size="sm" aria-label={words.removeNamed(factor.name)} onPress={onRemove}>
        {words.remove}
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
      title={words.secondFactor}
      note={required ? words.factorRequired : words.factorNote}
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => setWish("add")}>
          {words.addFactor}
        </Button>
      }
    >
      {factors.length === 0 ? (
        <p className="text-sm text-muted">{words.noFactor}</p>
      ) : (
        <>
          <ul aria-label={words.secondFactors} className="divide-y divide-line">
            {factors.map((factor) => (
              <Factor
                key={factor.id}
                factor={factor}
                onRename={() => setWish({ rename: factor })}
                onRemove={() => setWish({ remove: factor })}
              />
            ))}
          </ul>
          {left < FEW ? (
            <Banner tone="warning" title={left === 0 ? words.noCodesLeft : words.codesLeft(left)}>
              {words.withoutCodes}
            </Banner>
          ) : null}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">{words.codesLeft(left)}.</p>
            <Button onPress={() => setWish("codes")}>{words.newCodes}</Button>
          </div>
        </>
      )}
      {wish ? <SecondFactorDialog wish={wish} owned={owned} onClose={() => setWish(null)} /> : null}
    </Section>
  );
}
