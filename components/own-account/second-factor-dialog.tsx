"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { RenameDialog } from "#components/forms/rename-dialog";
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
  renameSecondFactor,
} from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";
import { newFactorName } from "#lib/sign-in/second-factor/model";
import { ConfirmIdentity } from "./confirm-identity.tsx";
import { words } from "./words.ts";

/** The change of the second factors that the person has chosen. */
export type Wish = "add" | "codes" | { remove: SecondFactorModel } | { rename: SecondFactorModel };

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
      <Dialog isOpen isDismissable={false} onClose={onClose} title={words.newCodes} footer={null}>
        <RecoveryCodes codes={codes} onStored={onClose} />
      </Dialog>
    );
  }
  return (
    <Confirm
      title={words.createCodes}
      action={words.createThem}
      onConfirm={() => newRecoveryCodes(accountId, confirmation)}
      onDone={setCodes}
      onClose={onClose}
    >
      {words.oldCodes}
    </Confirm>
  );
}

/** Renames a second factor; or confirms who the person is, then adds or removes one or makes new recovery codes. */
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
  if (typeof wish === "object" && "rename" in wish) {
    const { id, name } = wish.rename;
    return (
      <RenameDialog
        thing={words.factorThing}
        name={name}
        schema={newFactorName}
        send={(to) => renameSecondFactor(accountId, id, to)}
        onDone={() => client.invalidateQueries({ queryKey: ownAccountKey(accountId) })}
        onClose={onClose}
      />
    );
  }
  if (confirmation === null) return <ConfirmIdentity owned={owned} onConfirmed={setConfirmation} onClose={onClose} />;
  if (wish === "codes") return <ReplaceCodes confirmation={confirmation} onClose={close} />;
  if (wish === "add") {
    return (
      <Dialog isOpen onClose={close} isDismissable={false} title={words.addFactor} footer={null}>
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
      title={`${words.removeNamed(name)}?`}
      action={words.removeNamed(name)}
      danger
      onConfirm={() => removeSecondFactor(accountId, id, confirmation)}
      onClose={close}
    >
      {words.removeEffect}
    </Confirm>
  );
}
