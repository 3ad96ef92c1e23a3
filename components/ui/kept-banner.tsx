import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** Says that a form holds what was typed in it before, and offers to throw that away. */
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
