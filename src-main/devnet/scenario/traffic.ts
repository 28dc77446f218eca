import type { Stage } from './stage.ts'

/** Who sends what between the accounts that the scenario introduced. */
export type Traffic = {
  /** Sends one small message, or none where nobody is there who could. */
  act(): Promise<void>
}

/** There are no actors yet (chapters.ts is empty), so nobody acts. */
export function createTraffic(
  _stage: Pick<Stage, 'devnet' | 'seed' | 'now' | 'send' | 'state' | 'introduced'>,
): Traffic {
  return { act: async () => undefined }
}
