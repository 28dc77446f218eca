import type { Address } from '@ton/core'
import type { DetectedTokenContract } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { stdAddressOf } from '../stdAddress.ts'
import type { Contract } from './contract.ts'
import { type Detector, MissingStateError } from './detector.ts'
import type { DnsZones } from './dnsZones.ts'

/** The kinds of a contract, and the accounts on which they and further kinds depend. */
export type Detected = {
  readonly contracts: readonly DetectedTokenContract[]
  readonly waitsFor: StdAddress | undefined
  /**
   * The counterparts that do not exist or do not acknowledge the contract. Of a kind with several counterparts all are
   * listed that were read: each can be the reason.
   */
  readonly denied: readonly StdAddress[]
  /** Whether another DNS root can acknowledge the contract. */
  readonly isDeniedByRoot: boolean
  readonly counterparts: readonly StdAddress[]
}

/** Accounts by address, each once. */
class AccountSet {
  readonly #accounts = new Map<string, StdAddress>()

  add(account: StdAddress): void {
    this.#accounts.set(account.toString('latin1'), account)
  }

  get all(): readonly StdAddress[] {
    return [...this.#accounts.values()]
  }
}

/** Runs detectors on a contract, and records the counterparts that they read. */
export async function runDetectors(
  detectors: readonly Detector[],
  contract: Contract,
  inspector: { open(address: StdAddress): Contract; readonly zones: DnsZones },
): Promise<Detected> {
  const { zones } = inspector
  const contracts: DetectedTokenContract[] = []
  const [counterparts, denied] = [new AccountSet(), new AccountSet()]
  let waitsFor: StdAddress | undefined
  let isDeniedByRoot = false
  for (const detector of detectors) {
    const compared: StdAddress[] = []
    let isRootAsked = false
    const deny = () => {
      for (const account of compared) denied.add(account)
      isDeniedByRoot ||= isRootAsked
    }
    const counterpart = (address: Address) => {
      const account = stdAddressOf(address)
      compared.push(account)
      return inspector.open(account)
    }
    const zoneOf = async (collection: Address) => {
      isRootAsked = true
      if (zones.root) compared.push(zones.root)
      const zone = await zones.zoneOf(collection)
      if (zone === undefined) {
        if (zones.root) denied.add(zones.root)
        isDeniedByRoot = true
      }
      return zone
    }
    try {
      const context = { counterpart, zones: { ...zones, zoneOf }, found: contracts }
      contracts.push(await detector.detect(contract, context))
    } catch (error) {
      if (error instanceof MissingStateError) waitsFor ??= error.account
      else if (error instanceof ResultShapeError) deny()
      else throw error
    }
    for (const account of compared) counterparts.add(account)
  }
  return { contracts, waitsFor, denied: denied.all, isDeniedByRoot, counterparts: counterparts.all }
}
