"use client";

import { type ReactNode, useState } from "react";
import { Section } from "#components/ui/section";
import { Segments } from "#components/ui/segments";
import { type DisplayChoice, density, theme } from "#lib/browser/session/display";
import { words } from "./words.ts";

interface ChoiceProps<Value extends string> {
  label: string;
  choice: DisplayChoice<Value>;
  options: readonly { id: Value; name: string; icon?: ReactNode }[];
}

function Choice<Value extends string>({ label, choice, options }: ChoiceProps<Value>) {
  const [value, setValue] = useState(choice.current);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span aria-hidden="true" className="w-24 text-sm text-muted">
        {label}
      </span>
      <Segments
        label={label}
        value={value}
        options={options}
        onChange={(chosen) => {
          choice.choose(chosen);
          setValue(chosen);
        }}
        className="w-80 max-w-full"
      />
    </div>
  );
}

/** Changes how this browser shows the console. */
export function DisplaySection() {
  return (
    <Section title={words.display} note={words.displayNote}>
      <Choice
        label={words.theme}
        choice={theme}
        options={[
          { id: "system", name: words.likeDevice },
          { id: "light", name: words.light },
          { id: "dark", name: words.dark },
        ]}
      />
      <Choice
        label={words.tableRows}
        choice={density}
        options={[
          { id: "comfortable", name: words.comfortable },
          { id: "compact", name: words.compact },
        ]}
      />
    </Section>
  );
}
