"use client";

import { type ReactNode, useState } from "react";
import { Section } from "#components/ui/section";
import { Segments } from "#components/ui/segments";
import { type DisplayChoice, density, theme } from "#lib/browser/session/display";

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
    <Section title="Display" note="Kept in this browser.">
      <Choice
        label="Theme"
        choice={theme}
        options={[
          { id: "system", name: "Like this device" },
          { id: "light", name: "Light" },
          { id: "dark", name: "Dark" },
        ]}
      />
      <Choice
        label="Table rows"
        choice={density}
        options={[
          { id: "comfortable", name: "Comfortable" },
          { id: "compact", name: "Compact" },
        ]}
      />
    </Section>
  );
}
