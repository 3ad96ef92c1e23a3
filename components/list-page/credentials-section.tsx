"use client";

import { Plus } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Button } from "#components/ui/button";
import { SecretDialog } from "#components/ui/secret-dialog";
import { ListSection, type ListSectionProps } from "./list-section.tsx";

interface CredentialsSectionProps<Row, Created> extends Omit<ListSectionProps<Row>, "action" | "children"> {
  /** The button that opens the form. */
  create: string;
  /** Whether the form is open, which the page keeps in its address. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Asks for what a new credential needs, and creates it. */
  form: ComponentType<{ onMade: (created: Created) => void; onClose: () => void }>;
  /** Called when a credential was created, to read the list again. */
  onMade: () => void;
  /** The parts of a new credential that are shown once. */
  shown: (created: Created) => {
    title: string;
    secrets: readonly { label: string; value: string }[];
    note: ReactNode;
  };
}

/** A list of credentials, each of whose secrets is shown once, when it is created. */
export function CredentialsSection<Row, Created>(props: CredentialsSectionProps<Row, Created>) {
  const { create, isOpen, onOpen, form: NewCredential, onMade, shown, ...list } = props;
  const [created, setCreated] = useState<Created | null>(null);
  const secret = created === null ? null : shown(created);
  return (
    <ListSection
      {...list}
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => onOpen(true)}>
          {create}
        </Button>
      }
    >
      {isOpen ? (
        <NewCredential
          onMade={(credential) => {
            setCreated(credential);
            onOpen(false);
            onMade();
          }}
          onClose={() => onOpen(false)}
        />
      ) : null}
      {secret ? (
        <SecretDialog title={secret.title} secrets={secret.secrets} onClose={() => setCreated(null)}>
          <p>{secret.note}</p>
        </SecretDialog>
      ) : null}
    </ListSection>
  );
}
