import { joined, type Shown, textOf } from "#lib/operations/shown-job";

export const shownReferral: Shown = { gist: ({ reason, direction }) => joined(textOf(reason), textOf(direction)) };
