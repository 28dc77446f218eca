import type { ForeignClient, Prepared } from '../foreignClient.ts'
import { prepareGo } from '../runtimes/goClient.ts'

const NAME = 'tonutils-go 1.12.0'

let program: Promise<Prepared> | undefined

/** Both policies are of one program, built once. */
function build(cache: string): Promise<Prepared> {
  program ??= prepareGo(cache, import.meta.dirname, 'tonutils-go')
  return program
}

/** tonutils-go with its default pool, which authenticates itself, under one policy of checking proofs. */
function underPolicy(policy: 'fast' | 'secure', fitness: Pick<ForeignClient, 'unfit'> = {}): ForeignClient {
  return {
    name: `${NAME} ${policy}`,
    async prepare(cache) {
      const prepared = await build(cache)
      return prepared.command ? { command: [...prepared.command, '--policy', policy] } : prepared
    },
    ...fitness,
  }
}

export const tonutilsGoClients: readonly ForeignClient[] = [
  underPolicy('fast'),
  underPolicy('secure', {
    unfit: ({ isDevnet }) =>
      isDevnet
        ? undefined
        : 'it does not know the signatures of simplex consensus (liteServer.signatureSet.simplex)',
  }),
]
