"use client";

import { Check, Minus, Waypoints } from "lucide-react";
import { type Look, StatusBadge } from "#components/ui/badge";
import { Banner } from "#components/ui/banner";
import { Fold } from "#components/ui/fold";
import { KeyValueList } from "#components/ui/key-value-list";
import type { ProfileModel } from "#lib/administration/linked-accounts/profile-model";
import { useOperations } from "#lib/browser/session/account";
import { words } from "./link-words.ts";
import { writtenWords } from "./written-words.ts";

type Support = ProfileModel["capabilities"][number]["support"];

const LOOKS: Record<Support, Look> = {
  works: { tone: "success", word: words.works, icon: <Check aria-hidden="true" /> },
  emulated: { tone: "info", word: words.emulated, icon: <Waypoints aria-hidden="true" /> },
  unsupported: { tone: "neutral", word: words.unsupported, icon: <Minus aria-hidden="true" /> },
};

/** Shows how an EMR supports something, as a word with an icon. */
export function SupportBadge({ support }: { support: Support }) {
  return <StatusBadge look={LOOKS[support]} />;
}

/** Returns the operations that an EMR must support, each with the finding for its capability. */
function useFoundOperations({ capabilities }: ProfileModel) {
  return useOperations().flatMap(({ id, name, capability }) => {
    const found = capabilities.find((each) => each.name === capability);
    return found ? [{ ...found, id, name }] : [];
  });
}

interface ProbeFindingsProps {
  profile: ProfileModel;
  /** Whether the probe was allowed to write; undefined if that is unknown. */
  wrote?: boolean | undefined;
  /** Whether the details are folded, for somebody at a clinic who sees them once. */
  isBrief?: boolean;
}

/** Shows what a probe found: the server, each operation, and each thing that was tried. */
export function ProbeFindings({ profile, wrote, isBrief = false }: ProbeFindingsProps) {
  const operations = useFoundOperations(profile);
  const { behaviour } = profile;
  const server = profile.server ?? words.theEmr;
  const supported = operations.filter(({ support }) => support !== "unsupported").length;
  const details = (
    <>
      <section aria-label={words.operations}>
        <h3 className="pb-1 text-sm font-semibold">{words.operations}</h3>
        <ul className="divide-y divide-line">
          {operations.map(({ id, name, support, reason }) => (
            <li key={id} className="flex items-start justify-between gap-3 py-1.5 text-sm">
              <span className="min-w-0 break-words">
                {name}
                {reason ? <span className="block text-xs text-faint">{reason}</span> : null}
              </span>
              <SupportBadge support={support} />
            </li>
          ))}
        </ul>
      </section>
      {behaviour.length > 0 ? (
        <section aria-label={words.checks}>
          <h3 className="pb-1 text-sm font-semibold">{words.checks}</h3>
          <KeyValueList
            items={behaviour.map(({ probe, found }, index) => ({ name: `${index}`, label: probe, value: found }))}
          />
        </section>
      ) : null}
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <Banner
        tone={supported > 0 ? "success" : "warning"}
        title={supported > 0 ? words.answers(server) : words.answersInVain(server)}
        announce
      >
        {supported > 0
          ? `${words.supported(supported, operations.length)}${writtenWords(profile, wrote)}`
          : words.nothingSupported}
      </Banner>
      {isBrief ? <Fold label={words.details}>{details}</Fold> : details}
    </div>
  );
}
