"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { changeAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { schemaOf } from "#lib/emr/connections";
import { kindOfEmr } from "#lib/emr/kinds";
import { refusalWords } from "./connection-failure.ts";
import { ProbeFindings } from "./probe-findings.tsx";
import { words } from "./words.ts";
import { WriteProbeConsent } from "./write-probe-consent.tsx";

interface FindingsDialogProps {
  account: ManagedAccountModel;
  onClose: () => void;
}

/** Shows the findings of the last test of a connection, and tests it again. */
export function FindingsDialog({ account, onClose }: FindingsDialogProps) {
  const here = useAccountId();
  const client = useQueryClient();
  const router = useRouter();
  const mayTest = useMay("linked-accounts:update");
  const [writeProbes, setWriteProbes] = useState(false);
  const [isNew, setNew] = useState(false);
  const test = useMutation({
    // The stored secrets stay, as the connection leaves them out.
    mutationFn: () =>
      changeAccount(
        here,
        account.id,
        { connection: account.connection ?? {}, write_probes: writeProbes },
        account.etag,
      ),
    onSuccess: (changed) => {
      setNew(true);
      client.setQueryData<ManagedAccountModel[]>(managedAccountsKey(here), (accounts) =>
        accounts?.map((each) => (each.id === changed.id ? changed : each)),
      );
      // Menus follow the capabilities, which the server renders.
      router.refresh();
    },
  });
  const { profile } = account;
  const mayWrite = kindOfEmr(account.emr_type)?.probesWrites === true;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isNew ? words.findingsOfThisTest : words.findingsOfLastTest}
      footer={
        <>
          {mayTest ? (
            <Button pending={test.isPending} onPress={() => test.mutate()}>
              {words.testAgain}
            </Button>
          ) : null}
          <Button variant="primary" onPress={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      {test.error ? (
        <Banner tone="danger" title={refusalWords(schemaOf(account.emr_type), test.error)} announce>
          {words.findingsStay}
        </Banner>
      ) : null}
      {mayTest && mayWrite ? <WriteProbeConsent isOn={writeProbes} onChange={setWriteProbes} /> : null}
      {profile && profile.contradicted.length > 0 ? (
        <Banner tone="warning" title={words.contradicted}>
          {words.contradictedHint}
        </Banner>
      ) : null}
      {profile ? <ProbeFindings profile={profile} wrote={isNew ? writeProbes : undefined} /> : <p>{words.notTested}</p>}
    </Dialog>
  );
}
