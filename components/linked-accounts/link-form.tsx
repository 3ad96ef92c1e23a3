"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Banner } from "#components/ui/banner";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { RadioGroup } from "#components/ui/radio-group";
import { ShownOnce } from "#components/ui/shown-once";
import { TextField } from "#components/ui/text-field";
import type { NewAccountModel } from "#lib/administration/linked-accounts/model";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import { linkAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccount } from "#lib/browser/session/account";
import { EMR_KINDS } from "#lib/emr/kinds";
import { ZonePicker } from "./zone-picker.tsx";

const FIRST: string = EMR_KINDS[0].emrType;
const OPTIONS = EMR_KINDS.map(({ emrType, name }) => ({ id: emrType, name }));

const FIELDS = {
  emr_type: { label: "Kind of EMR" },
  name: { label: "Name", help: "Shown to people who choose the account" },
  timezone: { label: "Time zone", help: "Applies to days, appointments and the nightly sync" },
};

const STEPS = [
  "Step 1 of 3: the kind of EMR",
  "Step 2 of 3: its name and time zone",
  "Step 3 of 3: the access token",
] as const;

/** Links an EMR step by step, and shows the token once at the end. */
export function LinkForm({ onStep, onClose }: { onStep: (words: string) => void; onClose: () => void }) {
  const { id: here, timezone } = useAccount();
  const client = useQueryClient();
  const router = useRouter();
  const draft = useDraft("linked-account");
  const [step, setStep] = useState(draft.wasTyped ? 1 : 0);
  const [made, setMade] = useState<NewAccountModel | null>(null);
  useEffect(() => onStep(STEPS[step] ?? ""), [step, onStep]);
  const form = useSchemaForm({
    schema: newAccountInput,
    fields: FIELDS,
    initial: { emr_type: FIRST, name: "", timezone },
    draft,
    outcomes: { ...SAVES, refused: "Nothing was linked." },
    send: (body, key) => linkAccount(here, body, key),
    onDone: ({ linked_account }) => {
      setMade(linked_account);
      setStep(2);
      void client.invalidateQueries({ queryKey: managedAccountsKey(here) });
      // The new account appears in the frame's switcher, which the server renders.
      router.refresh();
    },
  });

  const chosen = useWatch({ control: form.methods.control, name: "emr_type" });

  if (made) {
    return (
      <div className="flex flex-col gap-4">
        <Banner tone="success" title={`${made.name} is linked`} announce>
          Its first sync brings in patients, schedule and the rest within a moment.
        </Banner>
        <p className="text-sm text-muted">
          Integrators send this token with their client id and secret. A new one can be created at any time.
        </p>
        <ShownOnce label="Access token" secret={made.access_token} />
        <div className="flex justify-end">
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  }
  const kind = EMR_KINDS.find(({ emrType }) => emrType === chosen) ?? EMR_KINDS[0];
  return (
    <Form form={form} label="Link an EMR" onStartEmpty={() => setStep(0)}>
      {step === 0 ? (
        <>
          <BoundField form={form} name="emr_type">
            {(field) => <RadioGroup {...field} options={OPTIONS} help={kind.about} />}
          </BoundField>
          <div className="flex justify-end">
            <Button variant="primary" onPress={() => setStep(1)}>
              Next
            </Button>
          </div>
        </>
      ) : (
        <>
          <BoundField form={form} name="name">
            {(field) => <TextField {...field} autoFocus />}
          </BoundField>
          <BoundField form={form} name="timezone">
            {(field) => <ZonePicker {...field} />}
          </BoundField>
          <div className="flex justify-end gap-2">
            <Button onPress={() => setStep(0)}>Back</Button>
            <Button type="submit" variant="primary" pending={form.isPending}>
              Link {kind.name}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
