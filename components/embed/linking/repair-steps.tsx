"use client";

import { use, useState } from "react";
import { z } from "zod";
import { signedIn, withoutGrant } from "#components/linked-accounts/connection-fields.ts";
import { ConnectionInputs } from "#components/linked-accounts/connection-inputs";
import { SignInPageContext } from "#components/linked-accounts/sign-in-page.ts";
import { useConnectionForm } from "#components/linked-accounts/use-connection-form.ts";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { repairByToken } from "#lib/browser/api/link-token";
import { schemaOf } from "#lib/emr/connections";
import { Consent } from "./consent.tsx";
import type { LinkChannel } from "./link-channel.ts";
import { words } from "./linking-words.ts";

interface RepairStepsProps {
  link: LinkTokenModel;
  account: NonNullable<LinkTokenModel["repairs"]>;
  channel: LinkChannel;
}

/** Asks for the least that repairs an account: new credentials of the same EMR, and consent to writes that are new. */
export function RepairSteps({ link, account, channel }: RepairStepsProps) {
  const schema = schemaOf(account.emr_type);
  const [writes, setWrites] = useState<string[]>([]);
  const [isDone, setDone] = useState(false);
  const cameBack = use(SignInPageContext)?.cameBack;
  const before = account.connection ?? {};
  const initial = schema && account.login_required ? withoutGrant(schema, before) : before;
  const form = useConnectionForm({
    schema: schema ?? z.object({}),
    initial: cameBack ? signedIn(initial, cameBack) : initial,
    stored: account.secrets,
    refused: words.nothingChanged,
    send: (connection, key) => repairByToken(link.id, { ...(schema && { connection }), writes }, key),
    onDone: ({ public_token, linked_account_id }: Awaited<ReturnType<typeof repairByToken>>) => {
      const detail = { public_token, linked_account_id };
      setDone(true);
      channel.tell(detail);
      channel.end(link, { name: "linked", detail });
    },
  });
  if (isDone) {
    return (
      <Banner tone="success" title={words.repaired} announce>
        {link.redirect_url === null ? words.repairedHint : words.goesOnAfterRepair}
      </Banner>
    );
  }
  return (
    <>
      <p className="text-sm text-muted">{account.login_required ? words.loginRefused : words.repairHint}</p>
      <Form form={form} label={words.repairTitle(account.name)}>
        {schema ? <ConnectionInputs form={form} schema={schema} stored={account.secrets} /> : null}
        <p className="text-xs text-faint">{words.sameEmr}</p>
        <Consent link={link} writes={writes} onChange={setWrites} agree={words.agreeToRepair} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={() => channel.end(link, { name: "exit" })}>{words.cancel}</Button>
          <Button type="submit" variant="primary" pending={form.isPending}>
            {words.testAndRepair}
          </Button>
        </div>
      </Form>
    </>
  );
}
