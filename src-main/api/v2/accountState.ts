import { Address, type Cell, type CurrencyCollection } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import type { AccountStatusJson } from '#shared/schema/v2/accounts.ts'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import type { TonAddress } from '#shared/ton/address.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { openAccount } from '../../chain/state/account.ts'
import type { AccountAnswer, LiteSession } from '../../liteserver/session.ts'
import type { V2Context } from './context.ts'
import { noTransaction, transactionId } from './scalars.ts'

/** An account's state with its block, for answers about the account (compatibility-v2 §2.4). */
export type AccountState = {
  readonly address: Address
  readonly answer: AccountAnswer
  readonly balance: CurrencyCollection
  /** Code and data of an active account; undefined otherwise. */
  readonly code: Cell | undefined
  readonly data: Cell | undefined
  /** State hash of a frozen account. */
  readonly frozenHash: Buffer | undefined
  readonly status: AccountStatusJson
  readonly lastTransactionId: TransactionIdJson
}

type AccountValues = { readonly address: TonAddress; readonly seqno: number | undefined }

export function coreAddress(address: TonAddress): Address {
  return new Address(address.workchain, Buffer.from(address.hash))
}

/** Reads the account at the masterchain block of `seqno`, or at the newest one (recipe ACC). */
export async function readAccount(values: AccountValues, context: V2Context): Promise<AccountState> {
  const session = context.session()
  const block = await session.masterchainBlock(values.seqno)
  return readAccountAt(session, block, coreAddress(values.address))
}

/** The error of a workchain that, by proof, does not exist. Text and status are those of tonlib and toncenter. */
export class NoWorkchainError extends ApiError {
  constructor() {
    const zeros = '0'.repeat(64)
    const noBlock = `(-2147483648,0000000000000000,0):${zeros}:${zeros}`
    super(500, `VALIDATE_ACCOUNT_STATEshard block id ${noBlock} in answer is invalid`)
  }
}

/** Reads another account at the block of a state. Rejects with NoWorkchainError. */
export async function readAccountAt(
  session: LiteSession,
  block: BlockIdExt,
  address: Address,
): Promise<AccountState> {
  const answer = await session.account(block, address)
  if (address.workChain !== MASTERCHAIN && answer.shardBlock.workchain === MASTERCHAIN)
    throw new NoWorkchainError()
  return { address, answer, ...describeAccount(answer) }
}

function describeAccount(answer: AccountAnswer): Omit<AccountState, 'address' | 'answer'> {
  const account = answer.account && openAccount(answer.account)
  const state = account?.storage.state
  const init = state?.type === 'active' ? state.init : undefined
  const frozenHash = state?.type === 'frozen' ? state.stateHash : undefined
  return {
    balance: account?.storage.balance ?? { coins: 0n },
    code: init?.code,
    data: init?.data,
    frozenHash,
    status: init?.code ? 'active' : frozenHash ? 'frozen' : 'uninitialized',
    lastTransactionId:
      answer.lastTransLt === 0n ? noTransaction() : transactionId(answer.lastTransLt, answer.lastTransHash),
  }
}
