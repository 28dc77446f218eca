import type { Address, Cell } from '@ton/core'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { type Account, openAccount } from '../../../src-main/chain/state/account.ts'
import { openState } from '../../../src-main/devnet/collator/openedState.ts'
import type { ScenarioContext } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'

export type TestContext = ScenarioContext & {
  /** Blocks of the basechain and the masterchain since the context was opened, in the order in which they were made. */
  readonly blocks: readonly BlockIdExt[]
  account(address: Address): Promise<Account | undefined>
  close(): Promise<void>
}

const MAX_BLOCKS = 50

/** Opens a context on a devnet of its own; each block takes a second. */
export async function openTestContext(seed = 'test'): Promise<TestContext> {
  const { devnet, time, close }: TestDevnet = await openTestDevnet(seed)
  const accounts: ScenarioAccount[] = []
  const blocks: BlockIdExt[] = []

  const step = async () => {
    time.now++
    const { masterchain, shards } = await devnet.step()
    blocks.push(...shards, masterchain)
  }
  const opened = async (id: BlockIdExt) => openState(await devnet.store.state({ id, head: undefined }))
  const queued = async () => {
    const tops = [devnet.store.head(), ...devnet.store.tops()].map(opened)
    return (await Promise.all(tops)).reduce((sum, { queueSize }) => sum + queueSize, devnet.waitingMessages)
  }
  const account = async ({ workChain, hash }: Address) => {
    const id = workChain === -1 ? devnet.store.head() : devnet.store.tops()[0]
    const known = id && id.seqno > 0 && (await opened(id)).accounts.get(hash)
    return known ? openAccount(known.account) : undefined
  }
  // In the first block the basechain is still without a block of its own.
  await step()
  await step()

  return {
    devnet,
    seed,
    blocks,
    accounts,
    now: () => time.now + 1,
    wait(seconds) {
      time.now += seconds
    },
    send: (message: Cell) => devnet.send(serializeBoc(message)),
    async settle() {
      for (let made = 0; made < MAX_BLOCKS; made++) {
        await step()
        if ((await queued()) === 0) return
      }
      throw new Error(`messages are still on their way after ${MAX_BLOCKS} blocks`)
    },
    account,
    async state(address) {
      const storage = (await account(address))?.storage
      if (storage?.state.type !== 'active' || !storage.state.init.code || !storage.state.init.data) return
      return {
        code: storage.state.init.code,
        data: storage.state.init.data,
        balance: storage.balance.coins,
      }
    },
    addAccount: ({ name, kind, address }) => accounts.push({ name, kind, address: address.toRawString() }),
    close,
  }
}
