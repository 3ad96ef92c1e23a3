"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { Check } from "#components/ui/check";
import { Popover } from "#components/ui/popover";
import { locations } from "#lib/browser/api/locations";
import { providers } from "#lib/browser/api/providers";
import { EVERYBODY } from "#lib/browser/page/desk";
import { useDesk } from "#lib/browser/page/use-desk";
import { useAccountId } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import { words } from "./tool-words.ts";

interface Choices {
  title: string;
  chosen: readonly string[];
  options: readonly { id: string; name: string }[];
  onChange: (chosen: string[]) => void;
}

function ChoiceList({ title, chosen, options, onChange }: Choices) {
  if (options.length === 0) return null;
  return (
    <fieldset className="p-1">
      <legend className="px-2 pt-1.5 text-xs font-medium text-muted">{title}</legend>
      <ul>
        {options.map(({ id, name }) => (
          <li key={id} className="flex rounded-md pl-2 hover:bg-hover">
            <Check
              label={name}
              showLabel
              isChosen={chosen.includes(id)}
              onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Returns the options with those that are chosen and no longer listed, by their ids, so that they can be given up. */
const withChosen = (options: Choices["options"], chosen: readonly string[]): Choices["options"] => [
  ...options,
  ...chosen.filter((id) => options.every((option) => option.id !== id)).map((id) => ({ id, name: id })),
];

/** Chooses the locations and the providers whose visits the desk has. */
export function DeskChoice() {
  const accountId = useAccountId();
  const [desk, change] = useDesk();
  const { data: places = [] } = useQuery(locations(accountId));
  const { data: people = [] } = useQuery(providers(accountId));
  const placeChoices = withChosen(
    [...new Set(places.map(({ name }) => name))].map((name) => ({ id: name, name })),
    desk.locations,
  );
  const personChoices = withChosen(
    people.map((provider) => ({ id: provider.ehr_id, name: fullName(provider) })),
    desk.providers,
  );
  const chosen = [
    ...placeChoices.filter(({ id }) => desk.locations.includes(id)),
    ...personChoices.filter(({ id }) => desk.providers.includes(id)),
  ].map(({ name }) => name);
  const [first] = chosen;
  const shown =
    first === undefined ? words.everybody : chosen.length === 1 ? first : words.andMore(first, chosen.length - 1);
  return (
    <DialogTrigger>
      <Button aria-label={words.desk(shown)} className="max-w-full min-w-0">
        <span className="min-w-0 truncate">{words.desk(shown)}</span>
        <ChevronDown aria-hidden="true" className="text-faint" />
      </Button>
      <Popover placement="bottom end" className="w-72">
        <Dialog aria-label={words.chooseDesk} className="flex max-h-[inherit] flex-col outline-none">
          <div className="border-b border-line p-1.5">
            <Button size="sm" variant="quiet" onPress={() => change(EVERYBODY)}>
              {words.showAll}
            </Button>
          </div>
          <div className="min-h-0 overflow-auto">
            <ChoiceList
              title={words.locations}
              chosen={desk.locations}
              options={placeChoices}
              onChange={(names) => change({ ...desk, locations: names })}
            />
            <ChoiceList
              title={words.providers}
              chosen={desk.providers}
              options={personChoices}
              onChange={(ids) => change({ ...desk, providers: ids })}
            />
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
