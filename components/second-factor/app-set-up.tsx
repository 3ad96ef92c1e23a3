"use client";

import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { type ReactNode, useMemo } from "react";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { lazyResolver } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { FIRST_CODE_FIELD, words } from "./words.ts";

/** Modules of light around the code, without which cameras do not find it. */
const MARGIN = 4;

/** Shows a text as a QR code: dark on light in both themes, because cameras expect that. */
function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text);
    return { path: toSvgPath(code), size: code.size + 2 * MARGIN };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={words.qrCode}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md"
    >
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

interface AppSetUpProps {
  totp: { secret: string; uri: string };
  /** Sends the app's first code. Throws an ApiFailure. */
  onCode: (code: string) => Promise<void>;
  /** A button beside the one that sends. */
  children?: ReactNode;
}

/** Shows what an authenticator app scans, and asks for the app's first code. */
export function AppSetUp({ totp, onCode, children }: AppSetUpProps) {
  const form = useSubmittedForm({
    fields: FIRST_CODE_FIELD,
    resolver: lazyResolver(() => import("./code-check.ts").then(({ checkFirstCode }) => checkFirstCode)),
    initial: { code: "" },
    outcomes: { refused: words.nothingSetUp, unknown: words.maybeSetUp },
    retries: 0,
    send: ({ code }) => onCode(code),
    onDone: () => undefined,
  });
  return (
    <Form form={form} label={words.authenticatorApp}>
      <p className="text-sm text-muted">{words.scan}</p>
      <QrCode text={totp.uri} />
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 py-1.5 font-code text-sm break-all text-fg">{totp.secret}</code>
        <CopyButton label={words.copyTheKey} text={totp.secret} iconOnly />
      </div>
      <BoundField form={form} name="code">
        {(field) => <TextField {...field} name="code" autoComplete="one-time-code" autoFocus />}
      </BoundField>
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button type="submit" variant="primary" pending={form.isPending}>
          {words.addTheApp}
        </Button>
      </div>
    </Form>
  );
}
