import type { Address } from '@ton/core'
import { TypedError } from '#shared/typedError.ts'
import type { DetectedTokenContract } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import type { Contract } from './contract.ts'
import type { DnsZones } from './dnsZones.ts'

/** The error of an account whose state is not indexed, and that is not known to be absent. */
export class MissingStateError extends TypedError {
  readonly account: StdAddress

  constructor(account: StdAddress) {
    super('missing-state', 'the state of an account is not indexed')
    this.account = account
  }
}

/**
 * The error of an account without code that a contract names: the contract is inspected again when the account is
 * deployed.
 */
export class AbsentContractError extends ResultShapeError {
  readonly account: StdAddress

  constructor(account: StdAddress) {
    super('there is no contract at this address')
    this.account = account
  }
}

/** The error of a public library that cannot be read because no liteserver can be asked. */
export class LibraryUnavailableError extends TypedError {
  constructor() {
    super('library-unavailable', 'a public library cannot be read without the network')
  }
}

/** Functions and earlier results for a detector. */
export type DetectContext = {
  /** Opens the contract that another one names. Throws MissingStateError, AbsentContractError, ResultShapeError. */
  counterpart(address: Address): Contract
  readonly zones: DnsZones
  /** Results of the detectors before this one. */
  readonly found: readonly DetectedTokenContract[]
}

/** A detector of one kind of contract (compatibility-v3 §15.1). */
export type Detector = {
  /** Alternative lists of get-methods: a contract of this kind has all methods of one list. */
  readonly methods: readonly (readonly string[])[]
  /** The only code hashes of this kind, hexadecimal; undefined for any code. */
  readonly codeHashes?: ReadonlySet<string>
  /**
   * Rejects with ResultShapeError if the contract is not of this kind, with MissingStateError if that cannot be
   * decided yet.
   */
  detect(contract: Contract, context: DetectContext): Promise<DetectedTokenContract>
}
