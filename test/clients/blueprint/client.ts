import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { prepareNodePackages } from '../runtimes/nodeClient.ts'

/** Blueprint's network provider with Tonscope as the custom network. */
export const blueprintClient: ForeignClient = {
  name: '@ton/blueprint 0.46.0',
  prepare: (cache) =>
    prepareNodePackages(
      cache,
      'blueprint',
      ['@ton/blueprint@0.46.0', '@ton/core@0.63.1', '@ton/crypto@3.3.0', '@ton/ton@16.3.0'],
      join(import.meta.dirname, 'calls.ts'),
    ),
}
