import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { prepareNode } from '../runtimes/nodeClient.ts'

/** ton-lite-client in the version that this project depends on. */
export const tonLiteClient: ForeignClient = {
  name: 'ton-lite-client',
  prepare: async () => prepareNode(join(import.meta.dirname, 'calls.ts')),
}
