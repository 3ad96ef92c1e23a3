import { CAPABILITIES } from "#lib/emr/port/capability";
import type { Connector } from "#lib/emr/port/connector";
import type { EmrConnection } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { SYNC_KINDS } from "#lib/emr/port/sync";

/** A connection that is a column of the table, with the declarations of its connector and of the last probe. */
export interface Declared {
  title: string;
  connector: Connector;
  emr: EmrConnection;
  profile: Profile | null;
}

interface Support {
  words: string;
  /** Why it is unsupported, or how it is done instead; null if there is nothing to say. */
  reason: string | null;
}

function capabilityOf(name: (typeof CAPABILITIES)[number], { connector, emr, profile }: Declared): Support {
  const found = profile?.capabilities.find((each) => each.name === name);
  if (!emr.capabilities.has(name)) return { words: "unsupported", reason: found?.reason ?? connector.about };
  return found?.support === "emulated" ? { words: "emulated", reason: found.reason } : { words: "works", reason: null };
}

function kindOf(name: (typeof SYNC_KINDS)[number], { emr }: Declared): Support {
  const { read, reason } = emr.kinds[name];
  if (read === "unsupported") return { words: "unsupported", reason };
  return { words: `${reason === null ? "works" : "emulated"}, ${read}`, reason };
}

/** Returns the support that each connection declares as Markdown: a table, and the reasons that its numbers refer to. */
export function supportTable(declared: readonly Declared[]): string {
  const reasons: string[] = [];
  const cell = ({ words, reason }: Support) => {
    if (reason === null) return words;
    if (!reasons.includes(reason)) reasons.push(reason);
    return `${words} (${reasons.indexOf(reason) + 1})`;
  };
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = [
    row(["", ...declared.map(({ title }) => title)]),
    row(["---", ...declared.map(() => "---")]),
    ...CAPABILITIES.map((name) => row([`\`${name}\``, ...declared.map((each) => cell(capabilityOf(name, each)))])),
    ...SYNC_KINDS.map((name) => row([`reading \`${name}\``, ...declared.map((each) => cell(kindOf(name, each)))])),
  ];
  return [...rows, "", ...reasons.map((reason, place) => `${place + 1}. ${reason}`)].join("\n");
}
