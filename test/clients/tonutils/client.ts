import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'

/** tonutils for Python: its lite client over ADNL and its toncenter client over HTTP. */
export const tonutilsClient: ForeignClient = {
  name: 'tonutils 2.5.1 (Python)',
  prepare: (cache) =>
    preparePython(cache, ['tonutils==2.5.1', 'pytoniq-core==0.2.1'], join(import.meta.dirname, 'calls.py')),
}
