import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import { type Probed, probeEmr } from "#lib/browser/api/managed-accounts";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { Refused, SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccount } from "#lib/browser/session/account";
import { CONNECTIONS, type EmrType } from "#lib/emr/connections";
import { EMR_KINDS } from "#lib/emr/kinds";
import { ofConnection, refusedPart } from "./connection-failure.ts";
import { signedIn, signInChoice, untouchedConnection, withoutOwnKeys } from "./connection-fields.ts";
import { type Step, stepAfter, stepBefore, stepWords } from "./link-steps.ts";
import { words } from "./link-words.ts";
import type { CameBack } from "./sign-in-page.ts";
import { useConnectionForm } from "./use-connection-form.ts";
import { useRecordsForm } from "./use-records-form.ts";

/** A connection that answered, with the findings of its probe. */
interface Tried extends Probed {
  connection: Record<string, unknown>;
}

const ALL_KINDS: readonly EmrType[] = EMR_KINDS.map(({ emrType }) => emrType);

/** Where an EMR is linked: in the console or in a partner's page. */
export interface LinkTarget<Answer> {
  /** The kinds of EMR that may be linked, at least one; all by default. With one alone nobody is asked. */
  kinds?: readonly EmrType[];
  /** The name with which the account's name begins. */
  name?: string;
  /** Whether the organization that gets the account has keys already. */
  hasKeys?: boolean;
  /** The sign-in at an EMR from which the page has come back: the steps go on there. */
  cameBack?: CameBack | null;
  send(body: Record<string, unknown>, idempotencyKey: string): Promise<Answer>;
  /** Called once the EMR is linked. */
  onLinked(answer: Answer): void;
}

const kindInput = z.object({ emr_type: newAccountInput.shape.emr_type });

const KIND_FIELDS = { emr_type: { label: words.kindOfEmr } };

const NAMING_FIELDS = {
  name: { label: words.name, help: words.nameHelp },
  timezone: { label: words.timeZone, help: words.timeZoneHelp },
};

/** Values of an untouched form for a connection of any kind. */
const UNTOUCHED = Object.assign(
  {},
  ...Object.values(CONNECTIONS).map((schema) => (schema ? untouchedConnection(schema) : {})),
);

/** The kind of EMR at which people sign in. */
const SIGN_IN_KIND = EMR_KINDS.find(({ emrType }) => {
  const schema = CONNECTIONS[emrType];
  return schema !== null && signInChoice(schema) !== null;
})?.emrType;

/** Returns the step after the choice of a kind, at which also a draft goes on: a connection is not kept, so it is asked for again. */
const stepOf = (kept: EmrType | undefined): Step =>
  kept === undefined ? "kind" : stepAfter("kind", CONNECTIONS[kept]);

/**
 * Manages the steps that link an EMR, and all typed values: it lives as long as the drawer is open, however
 * the drawer is shown. A draft keeps the kind, the name and the time zone alone: no secret is stored in the browser.
 */
export function useLinking<Answer>({
  kinds = ALL_KINDS,
  name = "",
  hasKeys = true,
  cameBack = null,
  send,
  onLinked,
}: LinkTarget<Answer>) {
  const { id: here, timezone } = useAccount();
  const first = kinds[0] ?? EMR_KINDS[0].emrType;
  const only = kinds.length === 1 ? first : cameBack ? SIGN_IN_KIND : undefined;
  const draft = useDraft("linked-account");
  const kept = draft.wasTyped ? EMR_KINDS.find(({ emrType: known }) => known === draft.values.emr_type)?.emrType : only;
  const [step, setStep] = useState<Step>(stepOf(kept));
  const [tried, setTried] = useState<Tried | null>(null);
  const [writeProbes, setWriteProbes] = useState(false);

  const kindForm = useSchemaForm({
    schema: kindInput,
    fields: KIND_FIELDS,
    initial: { emr_type: kept ?? first },
    send: async (body) => body,
    onDone({ emr_type }) {
      namingForm.methods.setValue("emr_type", emr_type);
      setStep(stepOf(emr_type));
    },
  });
  const emrType = useWatch({ control: kindForm.methods.control, name: "emr_type" });
  const schema = useMemo(() => {
    const whole = CONNECTIONS[emrType];
    return whole && !hasKeys ? withoutOwnKeys(whole) : whole;
  }, [emrType, hasKeys]);
  const next = () => setStep(stepAfter(step, schema));
  const connectionForm = useConnectionForm<Tried>({
    schema: schema ?? z.object({}),
    initial: cameBack ? signedIn(UNTOUCHED, cameBack) : UNTOUCHED,
    refused: words.nothingLinked,
    send: async (connection) => ({
      connection,
      ...(await probeEmr(here, { emr_type: emrType, connection, write_probes: writeProbes })),
    }),
    onDone: (found) => {
      setTried(found);
      recordsForm.methods.setValue("mrn_system", found.mrnSystems[0]?.system ?? "");
      next();
    },
  });
  const recordsForm = useRecordsForm({ schema, send: async (fields) => fields, onDone: next });
  /** Leads to the step whose fields a refusal names, and shows it there. */
  const showWhereRefused = (failure: unknown): never => {
    const part = refusedPart(failure);
    if (part === null) throw failure;
    (part === "connection" ? connectionForm : recordsForm).refuse(ofConnection(failure));
    setStep(part);
    throw new Refused({ title: words.earlierStep, next: words.nothingLinked });
  };
  const namingForm = useSchemaForm({
    schema: newAccountInput,
    fields: NAMING_FIELDS,
    initial: { emr_type: kept ?? first, name, timezone },
    draft,
    bodyOf: (values) => ({
      ...values,
      ...(schema &&
        tried && {
          connection: { ...tried.connection, ...recordsForm.fieldsOf() },
          write_probes: writeProbes,
          probe_id: tried.probeId,
        }),
    }),
    outcomes: { ...SAVES, refused: words.nothingLinked },
    send: (body, key) => send(body, key).catch(showWhereRefused),
    onDone: (answer) => {
      setTried(null);
      setStep("linked");
      onLinked(answer);
    },
  });
  return {
    step,
    words: stepWords(step, schema),
    back: () => setStep(stepBefore(step, schema)),
    startOver: () => setStep(stepOf(only)),
    next,
    kinds,
    kind: EMR_KINDS.find((each) => each.emrType === emrType) ?? EMR_KINDS[0],
    schema,
    tried,
    writeProbes,
    setWriteProbes,
    kindForm,
    connectionForm,
    recordsForm,
    namingForm,
  };
}

export type Linking = ReturnType<typeof useLinking<unknown>>;
