import type { Cell } from '@ton/core'
import type { DisassemblyJson } from '#shared/schema/disassembly.ts'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { type FindLibraries, libraryReferences } from '../../tvm/getMethod.ts'
import type { RunOptions, TvmPool } from '../../tvm/tvmPool.ts'
import { withMethodNames } from './methodNames.ts'

/** Disassembles codes, in the threads of the TVM. */
export type CodeReader = {
  /** Rejects as TvmPool.run and `findLibraries` do. */
  read(code: Cell, findLibraries: FindLibraries, options?: RunOptions): Promise<DisassemblyJson>
}

/** Bytes of cached disassemblies. */
const CACHE_BYTES = 8 << 20
/** Approximate size of an instruction. */
const INSTRUCTION_BYTES = 120

/** Returns a reader that caches the last disassemblies. Those that lack a library are not cached. */
export function createCodeReader(pool: Pick<TvmPool, 'run'>): CodeReader {
  const known = new ByteCache<DisassemblyJson>(CACHE_BYTES)
  return {
    async read(code, findLibraries, options) {
      const key = code.hash().toString('latin1')
      const cached = known.get(key)
      if (cached) return cached
      const wanted = libraryReferences(code)
      const found = wanted.length > 0 ? await findLibraries(wanted) : new Map<string, Cell>()
      const libraries = [...found].map(([hash, cell]) => ({ hash, boc: serializeBoc(cell) }))
      const read = await pool.run({ kind: 'disassemble', code: serializeBoc(code), libraries }, options)
      const disassembly: DisassemblyJson = {
        ...read,
        blocks: withMethodNames(read.blocks),
        libraries: wanted.map((hash) => ({ hash, found: found.has(hash) })),
      }
      const count = read.blocks.reduce((sum, { instructions }) => sum + instructions.length, 0)
      if (found.size === wanted.length) known.set(key, disassembly, count * INSTRUCTION_BYTES)
      return disassembly
    },
  }
}
