import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import type { LiteNetwork, LiteSession, SessionOptions } from '../../../../src-main/liteserver/session.ts'

const FULL_SHARD = 0x8000_0000_0000_0000n

export function blockId(workchain: number, seqno: number, shard = FULL_SHARD): BlockIdExt {
  return { workchain, shard, seqno, rootHash: Buffer.alloc(32, seqno), fileHash: Buffer.alloc(32, seqno + 1) }
}

/** A session with only the given methods, and a record of every opened session. */
export function fakeNetwork(methods: Partial<LiteSession>, seqno?: number) {
  const opened: SessionOptions[] = []
  const session = new Proxy(
    { servers: [0], lastReadable: undefined, ...methods },
    {
      get: (target, name) => {
        if (name in target) return target[name as keyof typeof target]
        throw new Error(`this test's session has no ${String(name)}`)
      },
    },
  ) as LiteSession
  const network: LiteNetwork = {
    session(options = {}) {
      opened.push(options)
      return session
    },
    consensusSeqno: () => seqno,
  }
  return { network, opened }
}
