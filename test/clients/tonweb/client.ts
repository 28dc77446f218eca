import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { prepareNode } from '../runtimes/nodeClient.ts'

/** tonweb in the version that this project depends on. */
export const tonwebClient: ForeignClient = {
  name: 'tonweb',
  prepare: async () => prepareNode(join(import.meta.dirname, 'calls.ts')),
}
