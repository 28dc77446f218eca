import type { Address, Cell } from '@ton/core'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { openMasterchain, openState } from '../../../src-main/devnet/collator/openedState.ts'
import { createGetMethodRunner, type GetMethodResult } from '../../../src-main/tvm/getMethod.ts'
import type { StackValue } from '../../../src-main/tvm/stackValue.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'

/** What a get-method left on the stack, taken from its bottom on. Each method throws where something else is next. */
export class StackReader {
  readonly #values: StackValue[]

  constructor(values: readonly StackValue[]) {
    this.#values = [...values]
  }

  get left(): number {
    return this.#values.length
  }

  next(): StackValue {
    const value = this.#values.shift()
    if (!value) throw new Error('the stack is empty')
    return value
  }

  int(): bigint {
    const value = this.next()
    if (value.type !== 'int') throw new Error(`not a number but a ${value.type}`)
    return value.value
  }

  cell(): Cell {
    const value = this.next()
    if (value.type !== 'cell' && value.type !== 'slice') throw new Error(`not a cell but a ${value.type}`)
    return value.cell
  }

  address(): Address {
    return this.cell().beginParse().loadAddress()
  }
}

export type GetMethods = {
  /** Rejects as GetMethodRunner.run does. */
  run(address: Address, method: string, stack?: readonly StackValue[]): Promise<GetMethodResult>
  /** Throws where the method ends with another exit code than 0. */
  call(address: Address, method: string, stack?: readonly StackValue[]): Promise<StackReader>
  close(): Promise<void>
}

/** Runs get-methods on the newest states of a devnet, libraries taken from its masterchain. */
export function devnetGetMethods(devnet: Devnet): GetMethods {
  const pool = createTvmPool({ threads: 1 })
  const runner = createGetMethodRunner(pool)
  const run: GetMethods['run'] = async (address, method, stack = []) => {
    const { store } = devnet
    const head = openMasterchain(await store.state({ id: store.head(), head: undefined }))
    const top = store.tops()[0]
    if (!top) throw new Error('no shard')
    const { accounts } =
      address.workChain === MASTERCHAIN ? head : openState(await store.state({ id: top, head: undefined }))
    const shardAccount = accounts.get(address.hash)
    const storage = shardAccount && openAccount(shardAccount.account)?.storage
    if (storage?.state.type !== 'active') throw new Error(`${address} is not active`)
    const { code, data } = storage.state.init
    if (!code || !data) throw new Error(`${address} has no code`)
    return runner.run(
      {
        code,
        data,
        address,
        balance: storage.balance.coins,
        extraCurrencies: storage.balance.other ?? [],
        utime: head.state.genUtime,
        config: createTvmConfig(head.extra.config.config),
        methodId: methodIdOf(method),
        stack,
      },
      async (hashes) =>
        new Map(
          hashes.flatMap((hash) => {
            const found = head.details.libraries.get(Buffer.from(hash, 'hex'))
            return found ? [[hash, found.lib] as const] : []
          }),
        ),
    )
  }
  return {
    run,
    async call(address, method, stack = []) {
      const result = await run(address, method, stack)
      if (result.exitCode !== 0) throw new Error(`${method} of ${address} ends with ${result.exitCode}`)
      return new StackReader(result.stack)
    },
    close: () => pool.close(),
  }
}
