import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'

const SCRIPT = join(import.meta.dirname, 'calls.py')

/** tonlib, the reference client in C++, as two releases of pytonlib carry it; the newer authenticates itself. */
export const pytonlibClients: readonly ForeignClient[] = ['0.0.72', '0.0.70'].map((version) => ({
  name: `pytonlib ${version}`,
  prepare: (cache) => preparePython(cache, [`pytonlib==${version}`, 'pytoniq-core==0.2.1'], SCRIPT),
}))
