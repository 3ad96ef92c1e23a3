"use client";

import type { ReactNode } from "react";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { EmrType } from "#lib/emr/connections";
import { EMR_KINDS } from "#lib/emr/kinds";
import { ConnectionInputs } from "./connection-inputs.tsx";
import { EmrFinder } from "./emr-finder.tsx";
import { words } from "./link-words.ts";
import { ProbeFindings } from "./probe-findings.tsx";
import { RecordInputs } from "./record-inputs.tsx";
import type { Linking } from "./use-linking.ts";
import { useSignInFirst } from "./use-sign-in-first.ts";
import { WriteProbeConsent } from "./write-probe-consent.tsx";
import { ZonePicker } from "./zone-picker.tsx";

const optionsOf = (kinds: readonly EmrType[]) =>
  EMR_KINDS.filter(({ emrType }) => kinds.includes(emrType)).map(({ emrType, name }) => ({ id: emrType, name }));

interface StepButtonsProps {
  onBack: () => void;
  action: string;
  /** False while something else comes first. */
  isPrimary?: boolean;
  pending?: boolean;
  /** Goes on without submitting the form. */
  onNext?: () => void;
}

function StepButtons({ onBack, action, isPrimary = true, pending = false, onNext }: StepButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onPress={onBack}>{words.back}</Button>
      <Button
        {...(isPrimary && { variant: "primary" as const })}
        pending={pending}
        {...(onNext ? { onPress: onNext, autoFocus: true } : { type: "submit" as const })}
      >
        {action}
      </Button>
    </div>
  );
}

interface StepProps {
  linking: Linking;
  /** Shown above the button that links, to somebody at a clinic who links once. */
  consent?: ReactNode;
}

function KindStep({ linking: { kindForm, kind, kinds } }: StepProps) {
  return (
    <Form form={kindForm} label={words.linkAnEmr}>
      <BoundField form={kindForm} name="emr_type">
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            onChange={(id) => onChange(id as EmrType)}
            options={optionsOf(kinds)}
            help={kind.about}
          />
        )}
      </BoundField>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {words.next}
        </Button>
      </div>
    </Form>
  );
}

function ConnectionStep({ linking }: StepProps) {
  const { connectionForm, schema, kind, back, writeProbes, setWriteProbes } = linking;
  const isSigningIn = useSignInFirst(connectionForm.methods, schema);
  if (!schema) return null;
  const mayWrite = "probesWrites" in kind;
  const takeAddress = (baseUrl: string) =>
    connectionForm.methods.setValue("base_url", baseUrl, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  return (
    <Form form={connectionForm} label={words.linkAnEmr}>
      {"isPublished" in kind ? <EmrFinder onFound={takeAddress} /> : null}
      <ConnectionInputs form={connectionForm} schema={schema} isChosen={writeProbes}>
        {mayWrite ? <WriteProbeConsent isOn={writeProbes} onChange={setWriteProbes} /> : null}
      </ConnectionInputs>
      <p className="text-xs text-faint">
        {mayWrite && writeProbes ? null : `${words.testOnlyReads} `}
        {words.credentialsKept}
      </p>
      <StepButtons
        onBack={back}
        action={words.testConnection}
        isPrimary={!isSigningIn}
        pending={connectionForm.isPending}
      />
    </Form>
  );
}

function FindingsStep({ linking: { tried, writeProbes, back, next }, consent }: StepProps) {
  if (!tried) return null;
  return (
    <div className="flex flex-col gap-4">
      <ProbeFindings profile={tried.profile} wrote={writeProbes} isBrief={consent !== undefined} />
      <StepButtons onBack={back} action={words.next} onNext={next} />
    </div>
  );
}

function RecordsStep({ linking: { recordsForm, tried, back } }: StepProps) {
  return (
    <Form form={recordsForm} label={words.linkAnEmr}>
      <RecordInputs form={recordsForm} systems={tried?.mrnSystems ?? []} />
      <StepButtons onBack={back} action={words.next} pending={recordsForm.isPending} />
    </Form>
  );
}

function NamingStep({ linking: { namingForm, kind, back, startOver }, consent }: StepProps) {
  return (
    <Form form={namingForm} label={words.linkAnEmr} onStartEmpty={startOver}>
      <BoundField form={namingForm} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
      <BoundField form={namingForm} name="timezone">
        {(field) => <ZonePicker {...field} />}
      </BoundField>
      {consent}
      <StepButtons onBack={back} action={words.linkKind(kind.name)} pending={namingForm.isPending} />
    </Form>
  );
}

const STEPS = {
  kind: KindStep,
  connection: ConnectionStep,
  findings: FindingsStep,
  records: RecordsStep,
  naming: NamingStep,
};

/** Links an EMR step by step. Going back keeps the typed values. */
export function LinkForm({ linking, consent }: StepProps) {
  const { step } = linking;
  if (step === "linked") return null;
  const Shown = STEPS[step];
  return <Shown linking={linking} consent={consent} />;
}
