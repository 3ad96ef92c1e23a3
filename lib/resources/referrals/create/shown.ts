import { joined, type Shown, textOf } from "#lib/catalog/shown-job";

export const shownReferral: Shown = { gist: ({ reason, direction }) => joined(textOf(reason), textOf(direction)) };
