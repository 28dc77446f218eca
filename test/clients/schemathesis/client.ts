import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'

/** schemathesis: requests made of both OpenAPI documents, right and wrong ones, and every answer held against them. */
export const schemathesisClient: ForeignClient = {
  name: 'openapi by schemathesis 4.32.5',
  prepare: (cache) => preparePython(cache, ['schemathesis==4.32.5'], join(import.meta.dirname, 'calls.py')),
  unfit: ({ name }) => (name === 'devnet' ? undefined : 'one network is enough for generated requests'),
  sends: true,
  isSlow: true,
}
