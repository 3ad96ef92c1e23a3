/** Why a start can't go on, in words for whoever runs it: they see the message and nothing else. */
export class StartFailure extends Error {}
