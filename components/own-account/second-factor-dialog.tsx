"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { EnrolmentApi } from "#components/second-factor/enrolment-api.ts";
import { RecoveryCodes } from "#components/second-factor/recovery-codes";
import { SetUp } from "#components/second-factor/set-up";
import { Confirm } from "#components/ui/confirm";
import { Dialog } from "#components/ui/dialog";
import type { OwnAccountModel, SecondFactorModel } from "#lib/administration/own-account/model";
import {
  addSecondFactor,
  beginSecondFactor,
  newRecoveryCodes,
  ownAccountKey,
  removeSecondFactor,
} from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";
import { ConfirmIdentity } from "./confirm-identity.tsx";

/** What the person wants to do with their second factors. */
export type Wish = "add" | "codes" | { remove: SecondFactorModel };

interface SecondFactorDialogProps {
  wish: Wish;
  owned: OwnAccountModel["second_factor"];
  onClose: () => void;
}

function ReplaceCodes({ confirmation, onClose }: { confirmation: string; onClose: () => void }) {
  const accountId = useAccountId();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <Dialog isOpen isDismissable={false} onClose={onClose} title="New recovery codes" footer={null}>
        <RecoveryCodes codes={codes} onStored={onClose} />
      </Dialog>
    );
  }
  return (
    <Confirm
      title="Create new recovery codes?"
      action="Create them"
      onConfirm={() => newRecoveryCodes(accountId, confirmation)}
      onDone={setCodes}
      onClose={onClose}
    >
      The codes that you have now no longer work then.
    </Confirm>
  );
}

/** Confirms who the person is, then adds or removes a second factor or makes new recovery codes. */
export function SecondFactorDialog({ wish, owned, onClose }: SecondFactorDialogProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const close = () => {
    void client.invalidateQueries({ queryKey: ownAccountKey(accountId) });
    onClose();
  };
  const api: EnrolmentApi = useMemo(
    () => ({
      begin: (kind) => beginSecondFactor(accountId, { confirmation: confirmation ?? "", kind }),
      finish: (body) => addSecondFactor(accountId, body),
    }),
    [accountId, confirmation],
  );
  if (confirmation === null) return <ConfirmIdentity owned={owned} onConfirmed={setConfirmation} onClose={onClose} />;
  if (wish === "codes") return <ReplaceCodes confirmation={confirmation} onClose={close} />;
  if (wish === "add") {
    return (
      <Dialog isOpen onClose={close} isDismissable={false} title="Add a second factor" footer={null}>
        <SetUp
          api={api}
          passkeysAt={owned.passkeys_at}
          mayAddApp={owned.factors.every(({ kind }) => kind !== "totp")}
          onCancel={close}
          onDone={close}
        />
      </Dialog>
    );
  }
  const { id, name } = wish.remove;
  return (
    <Confirm
      title={`Remove ${name}?`}
      action={`Remove ${name}`}
      danger
      onConfirm={() => removeSecondFactor(accountId, id, confirmation)}
      onClose={close}
    >
      It no longer signs you in. You can add it again.
    </Confirm>
  );
}
