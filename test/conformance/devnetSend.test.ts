import { describe, expect, it } from 'vitest'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import { checkExternalMessage, openExternalMessage } from '../../src-main/devnet/chain/externalCheck.ts'
import { openMasterchain, openState } from '../../src-main/devnet/collator/openedState.ts'
import { TransactionExecutor } from '../../src-main/devnet/executor/transactionExecutor.ts'
import { REALNET, readRealnetLines } from '../fixtures/recorded.ts'

type Recorded = {
  readonly note?: string
  readonly method: string
  readonly params?: { readonly boc?: string }
  readonly body?: { readonly boc?: string }
  readonly response: { readonly error?: string }
}

describe('a message that a contract refuses', () => {
  it("is refused with the reference node's text, end of the log included", async () => {
    const recorded = readRealnetLines<Recorded>('v2-cpp.ndjson.gz').find(
      ({ method, note }) => method === 'sendBoc' && note === 'bad signature',
    )
    const boc = recorded?.params?.boc ?? recorded?.body?.boc
    const said = /cannot apply external message to current state : ([\s\S]*)$/.exec(
      recorded?.response.error ?? '',
    )?.[1]
    if (!boc || !said) throw new Error('the recording is gone')

    const store = openArchive(REALNET)
    const message = openExternalMessage(Buffer.from(boc, 'base64'))
    const head = store.find(store.head())
    const shard = store.findBySeqno({ workchain: 0, shard: 0x4000_0000_0000_0000n, seqno: 850 })
    if (!head || !shard) throw new Error('no such block')
    const { extra, details } = openMasterchain(await store.state(head))
    const account = openState(await store.state(shard)).accounts.get(message.destination.hash)
    const environment = {
      config: extra.config.config,
      libraries: details.libraries.root,
      utime: 1_795_240_000,
      randSeed: Buffer.alloc(32),
      prevBlocks: undefined,
    }
    const executor = await TransactionExecutor.create()
    const check = () => checkExternalMessage(executor, environment, message, { account, lt: 10n ** 12n })
    expect(check).toThrow(expect.objectContaining({ name: 'MessageRefusedError', message: said }))
    store.close()
  })
})
