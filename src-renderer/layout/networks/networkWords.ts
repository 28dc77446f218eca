import type { NetworkEntry, NetworkStart } from '#shared/schema/networks.ts'

/** The state of a network in a word; a running one is described by its head. */
export const STATE_WORDS: Readonly<Record<NetworkEntry['state'], string>> = {
  asleep: 'asleep',
  starting: 'starting …',
  running: 'running',
  failed: '✕ failed',
}

export const START_WORDS: Readonly<Record<NetworkStart, string>> = {
  always: 'Always',
  'on-demand': 'On demand',
  never: 'Never',
}
