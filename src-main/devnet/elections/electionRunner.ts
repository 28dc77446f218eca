import type { Address, Cell } from '@ton/core'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import type { Devnet } from '../chain/devnet.ts'
import { derivedSeed, type SigningKey, signingKey } from '../keys.ts'
import { headConfig, readAccount, readActiveAccount } from '../runtime/chainReads.ts'
import { parameterOrder } from '../scenario/configOrder.ts'
import { addressOf, type User, walletMessage } from '../scenario/users.ts'
import { type Transfer, walletIdOf, walletInit } from '../scenario/walletContract.ts'
import { ELECTOR, newStake, recoverStake } from './electionMessages.ts'
import { readElector } from './electorState.ts'
import { parameterChange } from './parameterChange.ts'

export type ElectionContext = {
  readonly devnet: Devnet
  readonly seed: string
  /** Unix seconds of the next block. */
  now(): number
  /** Sends coins (nanoton) to an account; resolves when it has them. */
  fund(account: Address, amount: bigint): Promise<void>
  onTrouble(error: unknown): void
}

/** Nanoton that are requested for an uncovered stake: three times mainnet's minimum. */
const FUNDS = 1_000_000_000_000_000n
/** Nanoton that the wallet needs in addition to a stake, for messages and fees. */
const RESERVE = 10_000_000_000n

/**
 * The devnet's validator in the elections of its own elector. Its actions depend on the newest state alone, so a
 * restart, a restore or a jump in time needs no handling.
 */
export class ElectionRunner {
  readonly #context: ElectionContext
  readonly #wallet: Omit<User, 'name'>
  #isFunding = false

  constructor(context: ElectionContext) {
    this.#context = context
    this.#wallet = validatorWallet(context.seed)
  }

  /**
   * Sends the validator's messages for the next block, if any: orders that set the times of elections, then a stake in
   * an open election and requests for free stakes.
   * @param seconds length of a round: MIN_ROUND to MAX_ROUND
   */
  async sendMessages(seconds: number): Promise<void> {
    const { devnet, now } = this.#context
    const config = await headConfig(devnet)
    const context = { devnet, now, state: (address: Address) => readActiveAccount(devnet, address) }
    const change = parameterChange(config, seconds, now())
    if (change) {
      await devnet.send(serializeBoc(await parameterOrder(context, change.id, change.value)))
      return
    }
    const transfers = await this.#transfers(nextValidator(config, devnet.keys.validators))
    if (transfers.length === 0) return
    await devnet.send(serializeBoc(await walletMessage(context, this.#wallet, transfers)))
  }

  async #transfers(validator: SigningKey): Promise<readonly Transfer[]> {
    const { devnet, now } = this.#context
    const elector = await readActiveAccount(devnet, ELECTOR)
    if (!elector) return []
    const { election, credit } = readElector(elector.data)
    const wallet = this.#wallet.address.hash
    const recovery = credit(wallet) > 0n ? [recoverStake(now())] : []
    if (!election || election.isFinished || election.hasStake(validator.publicKey)) return recovery
    const { electAt, minStake: stake } = election
    const account = await readAccount(devnet, this.#wallet.address)
    if ((account?.storage.balance.coins ?? 0n) < stake + RESERVE) {
      this.#requestFunds()
      return []
    }
    return [...recovery, newStake(validator, { wallet, electAt, stake })]
  }

  /** The coins come in a later block: a stake is retried after each block. */
  #requestFunds(): void {
    if (this.#isFunding) return
    this.#isFunding = true
    const { fund, onTrouble } = this.#context
    fund(this.#wallet.address, FUNDS)
      .catch(onTrouble)
      .finally(() => {
        this.#isFunding = false
      })
  }
}

/** Returns the key after that of the current validator, so that consecutive rounds have different keys. */
function nextValidator(config: Cell, keys: readonly SigningKey[]): SigningKey {
  const current = readConfigParam(config, 34)?.list[0]?.publicKey
  const index = keys.findIndex(({ publicKey }) => current?.equals(publicKey))
  return keys[(index + 1) % keys.length] as SigningKey
}

/** A v3r2 wallet of the masterchain, the only chain from which the elector accepts stakes. */
function validatorWallet(seed: string): Omit<User, 'name'> {
  const version = 'v3r2'
  const key = signingKey(derivedSeed(seed, 'validator wallet'))
  const walletId = walletIdOf(version, -1, 0)
  const init = walletInit(version, key.publicKey, walletId)
  return { version, key, walletId, init, address: addressOf(init, -1) }
}
