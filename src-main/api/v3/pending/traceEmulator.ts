import { type Address, beginCell, type Cell } from '@ton/core'
import type { BlockIdExt } from '../../../chain/blockId.ts'
import { accountCell } from '../../../chain/state/account.ts'
import { storeShardAccount } from '../../../chain/state/shardAccounts.ts'
import type { AccountAnswer, LiteNetwork } from '../../../liteserver/session.ts'
import type { EmulatedTrace } from '../../../tvm/emulateTrace.ts'
import type { ContractRuns } from '../../v2/contractRuns.ts'

/** Logical times of blocks are multiples of this. */
const LT_STEP = 1_000_000n

/** The emulated trace of a message, and the values that its transactions depend on. */
export type Emulation = {
  readonly trace: EmulatedTrace
  /** Unix seconds. */
  readonly utime: number
  readonly globalVersion: number
}

export type EmulatorOptions = {
  readonly network: LiteNetwork
  /** Returns the network's clock, Unix seconds. */
  now(): number | Promise<number>
}

/**
 * Emulates a message on the verified state of the newest block that was known when it was sent, because later ones can
 * have it already. If its account refuses it there, emulates it on the newest one. Rejects as sessions and TvmPool.run
 * do.
 */
export async function emulateSent(
  message: Cell,
  seqno: number | undefined,
  contracts: ContractRuns,
  { network, now }: EmulatorOptions,
  signal: AbortSignal,
): Promise<Emulation> {
  const session = network.session({ signal })
  const before = seqno === undefined ? undefined : await session.masterchainBlock(seqno)
  const first = before && (await emulateAt(before))
  return first?.trace.accepted ? first : emulateAt(await session.last())

  async function emulateAt(block: BlockIdExt): Promise<Emulation> {
    const { endLt, genUtime } = await session.blockHeader(block)
    const context = { session: () => session, signal }
    const config = await contracts.config(context)
    // A chain whose last block is old makes the next one at the present time.
    const utime = Math.max(genUtime, await now())
    const run = {
      message,
      utime,
      lt: (endLt / LT_STEP + 1n) * LT_STEP,
      account: async (address: Address) => shardAccountOf(await session.account(block, address)),
    }
    return { trace: await contracts.trace(run, context), utime, globalVersion: config.globalVersion() }
  }
}

function shardAccountOf({ account, lastTransHash, lastTransLt }: AccountAnswer): Cell {
  const entry = { account: account ?? accountCell(undefined), lastTransHash, lastTransLt }
  return beginCell().store(storeShardAccount(entry)).endCell()
}
