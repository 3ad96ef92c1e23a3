import type { ReactNode } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { words } from "./link-words.ts";

interface StoredSecretProps {
  label: string;
  isRemoved: boolean;
  onChange: (isRemoved: boolean) => void;
  /** The input of a new value. */
  children: ReactNode;
}

/** Shows the input of a stored secret that is optional, with a button that has it removed. */
export function StoredSecret({ label, isRemoved, onChange, children }: StoredSecretProps) {
  const name = label.toLowerCase();
  if (isRemoved) {
    return (
      <Banner
        tone="warning"
        title={words.secretRemoved(label)}
        announce
        action={
          <Button size="sm" aria-label={words.keepSecret(name)} onPress={() => onChange(false)}>
            {words.keep}
          </Button>
        }
      />
    );
  }
  return (
    <div className="flex flex-col items-start gap-1 *:w-full">
      {children}
      <div>
        <Button variant="link" onPress={() => onChange(true)}>
          {words.removeSecret(name)}
        </Button>
      </div>
    </div>
  );
}
