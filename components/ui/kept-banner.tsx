import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** Says that a form was restored from a draft, and offers to discard it. */
export function KeptBanner({ onStartEmpty }: { onStartEmpty: () => void }) {
  return (
    <Banner
      tone="info"
      title="As you left it"
      action={
        <Button variant="link" onPress={onStartEmpty}>
          Start empty
        </Button>
      }
    >
      This was typed before and never sent.
    </Banner>
  );
}
