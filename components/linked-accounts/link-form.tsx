"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { KeptBanner } from "#components/ui/kept-banner";
import { RadioGroup } from "#components/ui/radio-group";
import { ShownOnce } from "#components/ui/shown-once";
import { TextField } from "#components/ui/text-field";
import { emrName, type NewAccountModel, newAccountInput } from "#lib/administration/linked-accounts/model";
import { linkAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccount } from "#lib/browser/session/account";
import { ZonePicker } from "./zone-picker.tsx";

const KINDS = [
  {
    id: "sandbox",
    name: emrName("sandbox"),
    about: "Supports every operation, with a sample practice to try them on.",
  },
  {
    id: "sandbox_basic",
    name: emrName("sandbox_basic"),
    about: "The same without claims refresh, services and catalog search, to show unsupported operations.",
  },
] as const;

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
  const draft = useDraft("linked-account", "", ["name", "emr_type", "timezone"]);
  const [step, setStep] = useState(draft.found ? 1 : 0);
  const [made, setMade] = useState<NewAccountModel | null>(null);
  useEffect(() => onStep(STEPS[step] ?? ""), [step, onStep]);
  const form = useCheckedForm({
    schema: newAccountInput,
    initial: { name: "", emr_type: "sandbox" as const, timezone },
    labels: { name: "Name", emr_type: "Kind", timezone: "Time zone" },
    draft,
    send: (body, key) => linkAccount(here, body, key),
    onDone: ({ linked_account }) => {
      setMade(linked_account);
      setStep(2);
      void client.invalidateQueries({ queryKey: managedAccountsKey(here) });
      // The new account appears in the frame's switcher, which the server renders.
      router.refresh();
    },
  });

  if (made) {
    return (
      <div className="flex flex-col gap-4">
        <Banner tone="success" title={`${made.name} is linked`} announce>
          Its first sync brings in patients, schedule and the rest within a moment.
        </Banner>
        <p className="text-sm text-muted">
          Integrators send this token with their client id and secret. A new one can be made at any time.
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
  return (
    <form noValidate aria-label="Link an EMR" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.restored ? (
        <KeptBanner
          onStartEmpty={() => {
            form.startOver();
            setStep(0);
          }}
        />
      ) : null}
      {form.failure ? (
        <Banner tone="danger" title={form.failure.message} announce>
          Nothing was linked. Sending it again is safe.
        </Banner>
      ) : null}
      {step === 0 ? (
        <>
          <RadioGroup
            label="Kind of EMR"
            required
            options={KINDS}
            value={form.values.emr_type}
            onChange={(kind) => form.set("emr_type", kind === "sandbox_basic" ? kind : "sandbox")}
            help={KINDS.find(({ id }) => id === form.values.emr_type)?.about}
          />
          <div className="flex justify-end">
            <Button variant="primary" onPress={() => setStep(1)}>
              Next
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextField
            label="Name"
            required
            autoFocus
            help="What people see when they choose the account"
            value={form.values.name}
            onChange={(name) => form.set("name", name)}
            error={form.problem("name")}
          />
          <ZonePicker
            value={form.values.timezone}
            onChange={(zone) => form.set("timezone", zone)}
            error={form.problem("timezone")}
          />
          <div className="flex justify-end gap-2">
            <Button onPress={() => setStep(0)}>Back</Button>
            <Button type="submit" variant="primary" pending={form.isPending}>
              Link {emrName(form.values.emr_type)}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
