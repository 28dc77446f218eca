import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'

/** pytoniq at trust level 0: it proves every answer from the config's key block on. */
export const pytoniqClient: ForeignClient = {
  name: 'pytoniq 0.1.43',
  prepare: (cache) =>
    preparePython(cache, ['pytoniq==0.1.43', 'pytoniq-core==0.2.1'], join(import.meta.dirname, 'calls.py')),
  unfit: ({ isDevnet }) =>
    isDevnet ? undefined : 'it knows neither simplex signatures nor a start from a zero state',
}
