import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { prepareNodePackages } from '../runtimes/nodeClient.ts'

/** ton-center-v3, a client of toncenter's v3, with Tonscope in the place of toncenter. */
export const tonCenterV3Client: ForeignClient = {
  name: 'ton-center-v3 0.1.10',
  prepare: (cache) =>
    prepareNodePackages(
      cache,
      'ton-center-v3',
      ['ton-center-v3@0.1.10', 'axios@1.13.2'],
      join(import.meta.dirname, 'calls.ts'),
    ),
}
