import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { prepareNode } from '../runtimes/nodeClient.ts'

/** @ton/ton in the version that this project depends on. */
export const tonTonClient: ForeignClient = {
  name: '@ton/ton',
  prepare: async () => prepareNode(join(import.meta.dirname, 'calls.ts')),
}
