import { type Cell, Dictionary, type DictionaryValue } from '@ton/core'

/** An election that the elector has announced. */
export type Election = {
  /** Id of the election: Unix seconds at which the elected validators start. */
  readonly electAt: number
  /** Nanoton. */
  readonly minStake: bigint
  /** Whether the set is elected; no more stakes are accepted then. */
  readonly isFinished: boolean
  /** Returns whether there is a stake for a validator's key (Ed25519, 32 bytes). */
  hasStake(publicKey: Buffer): boolean
}

/** The values that a validator reads of the elector (elector-code.fc: load_data, unpack_elect). */
export type ElectorState = {
  readonly election: Election | undefined
  /** Returns the nanoton that an account of the masterchain can withdraw. */
  credit(accountId: Buffer): bigint
}

/** Only the keys of members are read. */
const MEMBER: DictionaryValue<true> = {
  serialize() {
    throw new TypeError('members of an election are read only')
  },
  parse: () => true,
}

/** Reads the elector's data. Throws if it is not that of elector-code.fc. */
export function readElector(data: Cell): ElectorState {
  const slice = data.beginParse()
  const elect = slice.loadMaybeRef()
  const credits = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.BigVarUint(4))
  return {
    election: elect ? readElection(elect) : undefined,
    credit: (accountId) => credits.get(accountId) ?? 0n,
  }
}

function readElection(elect: Cell): Election {
  const slice = elect.beginParse()
  const electAt = slice.loadUint(32)
  // elect_close
  slice.skip(32)
  const minStake = slice.loadCoins()
  // total_stake
  slice.loadCoins()
  const members = slice.loadDict(Dictionary.Keys.Buffer(32), MEMBER)
  // failed
  slice.skip(1)
  const isFinished = slice.loadBit()
  return { electAt, minStake, isFinished, hasStake: (publicKey) => members.has(publicKey) }
}
