import type { Address, Cell } from '@ton/core'
import { configParam } from '../../chain/config/configParams.ts'
import { methodIdsOf } from '../../contracts/interfaces.ts'
import type { DetectedTokenContract, DetectionResult, QueuedAccount } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { findAccountId } from '../../store/queries/accountIds.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { RecentMap } from '../../store/write/recentMap.ts'
import { libraryReferences } from '../../tvm/getMethod.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { stdAddressOf } from '../stdAddress.ts'
import {
  ACCOUNT_GAS,
  Contract,
  type ContractState,
  type GasAllowance,
  type RunEnvironment,
} from './contract.ts'
import { indexedCell, type KnownState, readContractState } from './contractStates.ts'
import { AbsentContractError, MissingStateError } from './detector.ts'
import { detectorsFor } from './detectors.ts'
import { createDnsZones, type DnsZones } from './dnsZones.ts'
import { readEvents } from './events.ts'
import { isRecheckNeeded } from './probe.ts'

/** The error of a public library that cannot be read because no liteserver can be asked. */
export class LibraryUnavailableError extends Error {
  constructor() {
    super('a public library cannot be read without the network')
  }
}

/** Inspects accounts, and runs the getters of their contracts, at one commit of the index. */
export type Inspector = {
  /** Inspects one account: detects its kinds, and reads its events in the queue's range. */
  inspect(address: StdAddress, queued: QueuedAccount | undefined): Promise<DetectionResult>
  /** Opens a contract by its address. Throws MissingStateError, ResultShapeError. */
  open(address: StdAddress): Contract
  readonly zones: DnsZones
  /** Code hashes that match no detector. */
  readonly plainCodes: readonly Buffer[]
}

/** Cached results by code hash (latin1). They stay valid from batch to batch. */
export type KnownCodes = {
  /** Ids of methods; `ids` is undefined if the code does not reveal them. */
  readonly methods: RecentMap<{ readonly ids: readonly number[] | undefined }>
  /** True for codes that match no detector. */
  readonly plain: RecentMap<boolean>
}

const CACHED_CODES = 8_192

/** Creates empty caches. */
export function createKnownCodes(): KnownCodes {
  return { methods: new RecentMap(CACHED_CODES), plain: new RecentMap(CACHED_CODES) }
}

/** Options of createInspector. */
export type InspectorOptions = {
  readonly reader: Reader
  readonly environment: RunEnvironment
  readonly mcSeqno: number
  readonly codes: KnownCodes
}

/** The kinds of a contract, and the accounts on which further kinds depend. */
type Detected = {
  readonly contracts: readonly DetectedTokenContract[]
  readonly waitsFor: StdAddress | undefined
  readonly absent: StdAddress | undefined
}

const DNS_ROOT_PARAM = 4
const MASTERCHAIN_BYTE = Buffer.from([0xff])

/** Creates an inspector of the accounts at one commit of the index. */
export function createInspector({ reader, environment, mcSeqno, codes }: InspectorOptions): Inspector {
  const states = new Map<string, KnownState>()
  const plainCodes = new Map<string, Buffer>()
  /** Gas of the account that is being inspected; its counterparts share it. */
  let gas: GasAllowance = { left: ACCOUNT_GAS }

  function stateOf(address: StdAddress): KnownState {
    const key = address.toString('latin1')
    let state = states.get(key)
    if (!state) {
      state = readContractState(reader, address)
      states.set(key, state)
    }
    return state
  }

  async function methodsOf(codeHash: Buffer, code: Cell): Promise<readonly number[] | undefined> {
    const key = codeHash.toString('latin1')
    const known = codes.methods.get(key)
    if (known) return known.ids
    const ids = methodIdsOf(await resolved(code))
    codes.methods.set(key, { ids })
    return ids
  }

  function setPlain(codeHash: Buffer): void {
    const key = codeHash.toString('latin1')
    codes.plain.set(key, true)
    plainCodes.set(key, codeHash)
  }

  /** Returns the library that a library reference stands for; other code unchanged. */
  async function resolved(code: Cell): Promise<Cell> {
    if (!code.isExotic) return code
    const [hash] = libraryReferences(code)
    return (hash !== undefined && (await environment.findLibraries([hash])).get(hash)) || code
  }

  function open(address: StdAddress): Contract {
    const known = stateOf(address)
    if (known.kind === 'unknown') throw new MissingStateError(address)
    if (known.kind === 'inactive') {
      throw known.hasCode ? new ResultShapeError() : new AbsentContractError(address)
    }
    return new Contract(known.state, undefined, environment, gas)
  }

  const zones = createDnsZones(() => {
    const root = configParam(environment.config.root, DNS_ROOT_PARAM)
    if (!root || root.isExotic || root.bits.length < 256) throw new ResultShapeError()
    return open(Buffer.concat([MASTERCHAIN_BYTE, root.beginParse().loadBuffer(32)]))
  })

  async function inspect(address: StdAddress, queued: QueuedAccount | undefined): Promise<DetectionResult> {
    gas = { left: ACCOUNT_GAS }
    const known = stateOf(address)
    const result = {
      account: address,
      lastTxLt: known.kind === 'active' ? known.state.lastTxLt : known.lastTxLt,
      codeHash: known.kind === 'active' ? known.state.codeHash : undefined,
      dataHash: known.kind === 'active' ? known.state.dataHash : undefined,
      mcSeqno,
      contracts: [],
      events: [],
      waitsFor: undefined,
      absent: undefined,
      queued,
      eventsUpTo: undefined,
      isLibraryMissing: false,
      isRecheckNeeded: false,
    } as const
    if (known.kind === 'inactive') return result
    if (known.kind === 'unknown') {
      return (await isPlainCode(known.codeHash)) ? result : { ...result, waitsFor: address }
    }
    try {
      const { contracts, waitsFor, absent } = await detect(known.state)
      if (waitsFor) return { ...result, contracts, waitsFor }
      const id = findAccountId(reader, address)
      const { events, upTo } =
        queued && id !== undefined
          ? readEvents(reader, id, contracts, queued)
          : { events: [], upTo: undefined }
      return {
        ...result,
        contracts,
        absent,
        events,
        eventsUpTo: upTo,
        isRecheckNeeded: await isRecheckNeeded(reader, id, contracts, open(address)),
      }
    } catch (error) {
      if (!(error instanceof LibraryUnavailableError)) throw error
      return { ...result, waitsFor: address, isLibraryMissing: true }
    }
  }

  /** Returns whether no detector matches a code, as far as that is known without running it. */
  async function isPlainCode(codeHash: Buffer | undefined): Promise<boolean> {
    if (codeHash === undefined) return false
    if (codes.plain.get(codeHash.toString('latin1')) === true) return true
    const code = indexedCell(reader, codeHash)
    if (!code || code.isExotic) return false
    const methods = await methodsOf(codeHash, code)
    if (detectorsFor(codeHash, methods && new Set(methods)).length > 0) return false
    setPlain(codeHash)
    return true
  }

  async function detect(state: ContractState): Promise<Detected> {
    const methods = await methodsOf(state.codeHash, state.code)
    const contract = new Contract(state, methods, environment, gas)
    const detectors = detectorsFor(state.codeHash, contract.methods)
    const contracts: DetectedTokenContract[] = []
    let waitsFor: StdAddress | undefined
    let absent: StdAddress | undefined
    const counterpart = (address: Address) => open(stdAddressOf(address))
    for (const detector of detectors) {
      try {
        contracts.push(await detector.detect(contract, { counterpart, zones, found: contracts }))
      } catch (error) {
        if (error instanceof MissingStateError) waitsFor ??= error.account
        else if (error instanceof AbsentContractError) absent ??= error.account
        else if (!(error instanceof ResultShapeError)) throw error
      }
    }
    const isPlain = detectors.length === 0 || (!methods && !contract.hasGetters && !waitsFor)
    if (isPlain) setPlain(state.codeHash)
    return { contracts, waitsFor, absent }
  }

  return {
    inspect,
    open,
    zones,
    get plainCodes() {
      return [...plainCodes.values()]
    },
  }
}
