"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { NewAccountModel } from "#lib/administration/linked-accounts/model";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import type { ProfileModel } from "#lib/administration/linked-accounts/profile-model";
import { linkAccount, managedAccountsKey, probeEmr } from "#lib/browser/api/managed-accounts";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccount } from "#lib/browser/session/account";
import { CONNECTIONS, type EmrType } from "#lib/emr/connections";
import { EMR_KINDS } from "#lib/emr/kinds";
import { ConnectionInputs } from "./connection-inputs.tsx";
import { LinkedStep } from "./linked-step.tsx";
import { ProbeFindings } from "./probe-findings.tsx";
import { useConnectionForm } from "./use-connection-form.ts";
import { ZonePicker } from "./zone-picker.tsx";

const STEPS = {
  kind: "the kind of EMR",
  connection: "its address and credentials",
  findings: "what the test found",
  naming: "its name and time zone",
  linked: "the access token",
};

type Step = keyof typeof STEPS;

const SHORT: readonly Step[] = ["kind", "naming", "linked"];
const LONG: readonly Step[] = ["kind", "connection", "findings", "naming", "linked"];

const NOTHING_LINKED = "Nothing was linked.";

/** A connection that answered, and what the probe found. */
interface Tried {
  connection: Record<string, unknown>;
  profile: ProfileModel;
}

const FIRST: EmrType = EMR_KINDS[0].emrType;
const OPTIONS = EMR_KINDS.map(({ emrType, name }) => ({ id: emrType, name }));

const kindInput = z.object({ emr_type: newAccountInput.shape.emr_type });

const KIND_FIELDS = { emr_type: { label: "Kind of EMR" } };

const NAMING_FIELDS = {
  name: { label: "Name", help: "Shown to people who choose the account" },
  timezone: { label: "Time zone", help: "Applies to days, appointments and the nightly sync" },
};

interface StepButtonsProps {
  onBack: () => void;
  action: string;
  pending?: boolean;
  /** Goes on without submitting the form. */
  onNext?: () => void;
}

function StepButtons({ onBack, action, pending = false, onNext }: StepButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onPress={onBack}>Back</Button>
      <Button
        variant="primary"
        pending={pending}
        {...(onNext ? { onPress: onNext, autoFocus: true } : { type: "submit" as const })}
      >
        {action}
      </Button>
    </div>
  );
}

/** Returns the step at which a draft goes on: a connection is not kept, so it is asked for again. */
const stepOf = (kept: EmrType | undefined): Step => {
  if (kept === undefined) return "kind";
  return CONNECTIONS[kept] ? "connection" : "naming";
};

/**
 * Links an EMR step by step, and shows the token once at the end. Going back keeps what was typed. A draft keeps the
 * kind, the name and the time zone alone: no secret is stored in the browser.
 */
export function LinkForm({ onStep, onClose }: { onStep: (words: string) => void; onClose: () => void }) {
  const { id: here, timezone } = useAccount();
  const client = useQueryClient();
  const router = useRouter();
  const draft = useDraft("linked-account");
  const kept = draft.wasTyped
    ? EMR_KINDS.find(({ emrType: known }) => known === draft.values.emr_type)?.emrType
    : undefined;
  const [step, setStep] = useState<Step>(stepOf(kept));
  const [tried, setTried] = useState<Tried | null>(null);
  const [made, setMade] = useState<NewAccountModel | null>(null);

  const kindForm = useSchemaForm({
    schema: kindInput,
    fields: KIND_FIELDS,
    initial: { emr_type: kept ?? FIRST },
    send: async (body) => body,
    onDone({ emr_type }) {
      namingForm.methods.setValue("emr_type", emr_type);
      setStep(stepOf(emr_type));
    },
  });
  const emrType = useWatch({ control: kindForm.methods.control, name: "emr_type" });
  const schema = CONNECTIONS[emrType];
  const connectionForm = useConnectionForm<Tried>({
    schema: schema ?? z.object({}),
    initial: {},
    refused: NOTHING_LINKED,
    send: async (connection) => ({ connection, profile: await probeEmr(here, { emr_type: emrType, connection }) }),
    onDone: (found) => {
      setTried(found);
      setStep("findings");
    },
  });
  const namingForm = useSchemaForm({
    schema: newAccountInput,
    fields: NAMING_FIELDS,
    initial: { emr_type: FIRST, name: "", timezone },
    draft,
    bodyOf: (values) => ({ ...values, ...(schema && tried && { connection: tried.connection }) }),
    outcomes: { ...SAVES, refused: NOTHING_LINKED },
    send: (body, key) => linkAccount(here, body, key),
    onDone: ({ linked_account }) => {
      setMade(linked_account);
      setTried(null);
      setStep("linked");
      void client.invalidateQueries({ queryKey: managedAccountsKey(here) });
      // The new account appears in the frame's switcher, which the server renders.
      router.refresh();
    },
  });

  const steps = schema ? LONG : SHORT;
  const words = `Step ${steps.indexOf(step) + 1} of ${steps.length}: ${STEPS[step]}`;
  useEffect(() => onStep(words), [words, onStep]);

  const kind = EMR_KINDS.find((each) => each.emrType === emrType) ?? EMR_KINDS[0];
  if (made) return <LinkedStep made={made} onClose={onClose} />;
  if (step === "kind") {
    return (
      <Form form={kindForm} label="Link an EMR">
        <BoundField form={kindForm} name="emr_type">
          {({ onChange, ...field }) => (
            <RadioGroup {...field} onChange={(id) => onChange(id as EmrType)} options={OPTIONS} help={kind.about} />
          )}
        </BoundField>
        <div className="flex justify-end">
          <Button type="submit" variant="primary">
            Next
          </Button>
        </div>
      </Form>
    );
  }
  if (step === "connection" && schema) {
    return (
      <Form form={connectionForm} label="Link an EMR">
        <ConnectionInputs form={connectionForm} schema={schema} />
        <p className="text-xs text-faint">
          The test only reads. Credentials are stored encrypted and never shown again; leaving this form discards them.
        </p>
        <StepButtons onBack={() => setStep("kind")} action="Test the connection" pending={connectionForm.isPending} />
      </Form>
    );
  }
  if (step === "findings" && tried) {
    return (
      <div className="flex flex-col gap-4">
        <ProbeFindings profile={tried.profile} />
        <StepButtons onBack={() => setStep("connection")} action="Next" onNext={() => setStep("naming")} />
      </div>
    );
  }
  return (
    <Form form={namingForm} label="Link an EMR" onStartEmpty={() => setStep("kind")}>
      <BoundField form={namingForm} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={namingForm} name="timezone">
        {(field) => <ZonePicker {...field} />}
      </BoundField>
      <StepButtons
        onBack={() => setStep(schema ? "findings" : "kind")}
        action={`Link ${kind.name}`}
        pending={namingForm.isPending}
      />
    </Form>
  );
}
