"use client";

import type { ReactNode } from "react";
import { Menu, MenuGroup, MenuItem } from "#components/ui/menu";
import { useAside } from "#lib/browser/page/form-intent";
import { offerEntries, refusedOffers } from "./offer-entries.ts";
import type { Offer } from "./use-offers.ts";
import { words } from "./words.ts";

interface OfferMenuProps {
  /** The menu's accessible name. */
  label: string;
  /** The button that opens it. */
  trigger: ReactNode;
  offers: readonly Offer[];
  /** The patient with whom the forms about a patient begin; undefined for none. */
  mrn: string | undefined;
}

/** Starts an operation. Those of one kind share an entry; those that cannot be started stand below, with the reason. */
export function OfferMenu({ label, trigger, offers, mrn }: OfferMenuProps) {
  const { openForm } = useAside();
  const start = (id: string) => {
    const isForPatient = mrn !== undefined && offers.some((offer) => offer.id === id && offer.forPatient);
    openForm(id, isForPatient ? { patient_mrn: mrn } : undefined);
  };
  const refused = refusedOffers(offers);
  return (
    <Menu
      label={label}
      trigger={trigger}
      placement="bottom end"
      onAction={start}
      footing={
        refused.length > 0 ? (
          <div className="flex max-w-72 flex-col gap-1.5 text-xs text-faint">
            {refused.map(({ reason, titles }) => (
              <p key={reason}>{words.refused(reason, titles)}</p>
            ))}
          </div>
        ) : null
      }
    >
      {offerEntries(offers).map(({ id, group, offers: members }) =>
        group === null ? (
          <MenuItem key={id} id={id} label={members[0].title} />
        ) : (
          <MenuGroup key={id} id={id} label={words.groups[group]} onAction={start}>
            {members.map(({ id: member, title }) => (
              <MenuItem key={member} id={member} label={title} />
            ))}
          </MenuGroup>
        ),
      )}
    </Menu>
  );
}
