import { Address } from '@ton/core'
import type { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { openArchive } from '../../../../src-main/chain/archive/openArchive.ts'
import { openLiteNetwork } from '../../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteserver } from '../../../../src-main/liteserver/server/liteserver.ts'
import type { Honest } from './lyingServer.ts'
import { serve } from './lyingServer.ts'
import type { Subject } from './questions.ts'

/** Accounts and a library of the recorded network `realnet`, whose start is the sample. */
const WALLETS = [
  '0:6818dc87ad4d1928e3bd9cc2a19de6ba35e09ed95601fdf0fe2838d0cf07cd88',
  '0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366',
  '0:c181f07f2ad80d28e80bb3a2f5fdbcc4c0b4ab2b4d38a3b0ed4a72c9aa0d2a7e',
]
const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'

export type OpenSubject = {
  readonly honest: Honest
  readonly subject: Subject
  close(): void
}

/** An archive of realnet behind an honest liteserver, and the objects in it that questions are about. */
export async function openSubject(path: string): Promise<OpenSubject> {
  const store: ArchiveStore = openArchive(path)
  const answer = liteserver({ store, now: () => 1_795_240_000 })
  const honest: Honest = (query) => answer(query, { signal: new AbortController().signal })
  const server = await serve(honest)
  const network = await openLiteNetwork({
    config: { liteservers: [server.address], zeroState: store.zeroState },
  })
  try {
    const session = network.session()
    const head = await session.last()
    const old = await session.masterchainBlock(300)
    return {
      honest,
      subject: {
        head,
        zeroState: store.zeroState,
        old,
        oldShards: await session.shards(old),
        busy: await session.lookupBlock({ workchain: 0, shard: 0x4000_0000_0000_0000n, by: { seqno: 784 } }),
        accounts: WALLETS.map((wallet) => Address.parseRaw(wallet)),
        missingAccount: Address.parseRaw(`0:${'5a'.repeat(32)}`),
        libraries: [Buffer.from(LIBRARY, 'hex'), Buffer.alloc(32, 9)],
      },
      close: () => store.close(),
    }
  } finally {
    network.close()
    await server.close()
  }
}
