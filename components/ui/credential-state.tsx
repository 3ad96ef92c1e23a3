import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "./badge.tsx";

/** Shows whether a credential is accepted; `children` is the word for its state. */
export function CredentialState({ isAccepted, children }: { isAccepted: boolean; children: string }) {
  return (
    <Badge
      tone={isAccepted ? "success" : "neutral"}
      icon={isAccepted ? <CircleCheck aria-hidden="true" /> : <Ban aria-hidden="true" />}
    >
      {children}
    </Badge>
  );
}
