import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { words } from "./words.ts";

/** Says that a form was restored from a draft, and offers to discard it. */
export function KeptBanner({ onStartEmpty }: { onStartEmpty: () => void }) {
  return (
    <Banner
      tone="info"
      title={words.asYouLeftIt}
      action={
        <Button variant="link" onPress={onStartEmpty}>
          {words.startEmpty}
        </Button>
      }
    >
      {words.typedBefore}
    </Banner>
  );
}
