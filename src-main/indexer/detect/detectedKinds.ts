import type { Address } from '@ton/core'
import type { DetectedTokenContract } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { stdAddressOf } from '../stdAddress.ts'
import type { Contract } from './contract.ts'
import { AbsentContractError, type Detector, MissingStateError } from './detector.ts'
import type { DnsZones } from './dnsZones.ts'

/** The kinds of a contract, and the accounts on which they and further kinds depend. */
export type Detected = {
  readonly contracts: readonly DetectedTokenContract[]
  readonly waitsFor: StdAddress | undefined
  readonly absent: StdAddress | undefined
  /** The first counterpart that was compared with the contract and does not acknowledge it. */
  readonly denied: StdAddress | undefined
  readonly counterparts: readonly StdAddress[]
}

/** Runs detectors on a contract, and records the counterparts that they read. */
export async function runDetectors(
  detectors: readonly Detector[],
  contract: Contract,
  inspector: { open(address: StdAddress): Contract; readonly zones: DnsZones },
): Promise<Detected> {
  const { zones } = inspector
  const contracts: DetectedTokenContract[] = []
  const counterparts = new Map<string, StdAddress>()
  let [waitsFor, absent, denied]: (StdAddress | undefined)[] = []
  for (const detector of detectors) {
    let compared: StdAddress | undefined
    const compare = (address: StdAddress) => {
      compared = address
      counterparts.set(address.toString('latin1'), address)
    }
    const counterpart = (address: Address) => {
      const account = stdAddressOf(address)
      compare(account)
      return inspector.open(account)
    }
    const zoneOf = async (collection: Address) => {
      if (zones.root) compare(zones.root)
      const zone = await zones.zoneOf(collection)
      if (zone === undefined) denied ??= zones.root
      return zone
    }
    try {
      const context = { counterpart, zones: { ...zones, zoneOf }, found: contracts }
      contracts.push(await detector.detect(contract, context))
    } catch (error) {
      if (error instanceof MissingStateError) waitsFor ??= error.account
      else if (error instanceof AbsentContractError) absent ??= error.account
      else if (!(error instanceof ResultShapeError)) throw error
      else denied ??= compared
    }
  }
  return { contracts, waitsFor, absent, denied, counterparts: [...counterparts.values()] }
}
