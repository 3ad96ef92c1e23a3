"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { Menu, MenuItem } from "#components/ui/menu";
import { useAside } from "#lib/client/form-intent";
import { useOffers } from "./use-offers.ts";

/** Starts any operation. What the account's EMR does not support is shown with the reason. */
export function NewMenu() {
  const offers = useOffers();
  const { openForm } = useAside();
  const trigger = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      aria-label="New"
      className="max-sm:w-8 max-sm:px-0 max-sm:pointer-coarse:w-10"
    >
      <span className="max-sm:sr-only">New</span>
    </Button>
  );
  return (
    <Menu
      label="New"
      trigger={trigger}
      placement="bottom end"
      disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
      onAction={(id) => openForm(id)}
    >
      {offers.map(({ id, name, summary, refusal }) => (
        <MenuItem key={id} id={id} label={name} detail={refusal ?? summary} />
      ))}
    </Menu>
  );
}
