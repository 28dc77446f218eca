import type { Address } from '@ton/core'
import type { StdAddress } from '../../store/facts.ts'
import type { TokenContractFacts } from '../../store/tokenFacts.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import type { Contract } from './contract.ts'
import type { DnsZones } from './dnsZones.ts'

/** The state of an account is not in the index, and it is not known to be absent. */
export class MissingStateError extends Error {
  readonly account: StdAddress

  constructor(account: StdAddress) {
    super('the state of an account is not indexed')
    this.account = account
  }
}

/** An account that a contract names has no code: the contract is looked at again when that is deployed. */
export class AbsentContractError extends ResultShapeError {
  readonly account: StdAddress

  constructor(account: StdAddress) {
    super('there is no contract at this address')
    this.account = account
  }
}

export type DetectContext = {
  /** Opens the contract that another one names. Throws MissingStateError, AbsentContractError, ResultShapeError */
  counterpart(address: Address): Contract
  readonly zones: DnsZones
  /** What the contract has been found to be by the detectors before. */
  readonly found: readonly TokenContractFacts[]
}

/** Recognizes one kind of contract (compatibility-v3 §15.1). */
export type Detector = {
  /** Get-methods without which a contract is not of this kind; one list of them is enough. */
  readonly methods: readonly (readonly string[])[]
  /** The only codes of this kind, hexadecimal; any code where absent. */
  readonly codeHashes?: ReadonlySet<string>
  /** Rejects with ResultShapeError where the contract is not of this kind, with MissingStateError where it may be. */
  detect(contract: Contract, context: DetectContext): Promise<TokenContractFacts>
}
