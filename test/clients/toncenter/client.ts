import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'

/** The toncenter SDK for Python, v2 and v3. */
export const toncenterClient: ForeignClient = {
  name: 'toncenter 0.4.0 (Python)',
  prepare: (cache) =>
    preparePython(cache, ['toncenter==0.4.0', 'pytoniq-core==0.2.1'], join(import.meta.dirname, 'calls.py')),
}
