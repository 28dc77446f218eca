import type { Cell } from '@ton/core'
import { configParam } from '../../chain/config/configParams.ts'
import { methodIdsOf } from '../../contracts/methodIdsOf.ts'
import { RecentMap } from '../../platform/recentMap.ts'
import type { DetectionResult, DnsRoot, QueuedAccount } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { findAccountId } from '../../store/queries/accountIds.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { libraryReferences } from '../../tvm/getMethod.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import {
  ACCOUNT_GAS,
  Contract,
  type ContractState,
  type GasAllowance,
  type RunEnvironment,
} from './contract.ts'
import { indexedCell, type KnownState, readContractState } from './contractStates.ts'
import { type Detected, runDetectors } from './detectedKinds.ts'
import { AbsentContractError, LibraryUnavailableError, MissingStateError } from './detector.ts'
import { detectorsFor } from './detectors.ts'
import { createDnsZones, type DnsZones } from './dnsZones.ts'
import { readEvents } from './events.ts'
import { canAcknowledge, isRecheckNeeded, runAcknowledging } from './probe.ts'

/** Inspects accounts, and runs the getters of their contracts, at one commit of the index. */
export type Inspector = {
  /** Inspects one account: detects its kinds, and reads its events in the queue's range. */
  inspect(address: StdAddress, queued: QueuedAccount | undefined): Promise<DetectionResult>
  /** Opens a contract by its address. Throws MissingStateError, ResultShapeError. */
  open(address: StdAddress): Contract
  readonly zones: DnsZones
  /** Resolves to the DNS root of the configuration; to undefined if its key block is not known. */
  dnsRoot(): Promise<DnsRoot | undefined>
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
  /** Seqno of the key block that has the configuration; undefined if no block is known. */
  readonly keySeqno?: number | undefined
  readonly codes: KnownCodes
  /** False if the network has newer blocks: an account that no covered block has can exist. True by default. */
  readonly isIndexCurrent?: boolean
}

const DNS_ROOT_PARAM = 4
const NONE: ReadonlySet<number> = new Set()
const MASTERCHAIN_BYTE = Buffer.from([0xff])

/** Creates an inspector of the accounts at one commit of the index. */
export function createInspector(options: InspectorOptions): Inspector {
  return new AccountInspector(options)
}

class AccountInspector implements Inspector {
  readonly zones: DnsZones
  readonly #options: InspectorOptions
  readonly #states = new Map<string, KnownState>()
  readonly #plainCodes = new Map<string, Buffer>()
  /** Gas of the account that is being inspected; its counterparts share it. */
  #gas: GasAllowance = { left: ACCOUNT_GAS }

  constructor(options: InspectorOptions) {
    this.#options = options
    const root = dnsRootOf(options.environment)
    this.zones = createDnsZones(root, () => {
      if (!root) throw new ResultShapeError()
      // Its answers are kept for all accounts: none of these can use up its gas.
      return this.#openWith(root, { left: ACCOUNT_GAS })
    })
  }

  async dnsRoot(): Promise<DnsRoot | undefined> {
    const { keySeqno } = this.#options
    if (keySeqno === undefined) return undefined
    return { address: this.zones.root, keySeqno, collections: await this.zones.collections() }
  }

  get plainCodes(): readonly Buffer[] {
    return [...this.#plainCodes.values()]
  }

  open(address: StdAddress): Contract {
    return this.#openWith(address, this.#gas)
  }

  #openWith(address: StdAddress, gas: GasAllowance): Contract {
    const known = this.#stateOf(address)
    if (known.kind === 'unknown') throw new MissingStateError(address)
    if (known.kind === 'inactive') {
      throw known.hasCode ? new ResultShapeError() : new AbsentContractError(address)
    }
    return new Contract(known.state, undefined, this.#options.environment, gas)
  }

  async inspect(address: StdAddress, queued: QueuedAccount | undefined): Promise<DetectionResult> {
    this.#gas = { left: ACCOUNT_GAS }
    const known = this.#stateOf(address)
    const result = emptyResult(address, known, { queued, mcSeqno: this.#options.mcSeqno })
    if (known.kind === 'inactive') return result
    if (known.kind === 'unknown') {
      return (await this.#isPlainCode(known.codeHash)) ? result : { ...result, waitsFor: address }
    }
    try {
      return await this.#inspectActive(known.state, result, queued)
    } catch (error) {
      if (!(error instanceof LibraryUnavailableError)) throw error
      return { ...result, waitsFor: address, isLibraryMissing: true }
    }
  }

  async #inspectActive(
    state: ContractState,
    result: DetectionResult,
    queued: QueuedAccount | undefined,
  ): Promise<DetectionResult> {
    const { reader } = this.#options
    const { account } = result
    const { contracts, waitsFor, denied, isDeniedByRoot, counterparts } = await this.#detect(state)
    if (waitsFor) return { ...result, contracts, waitsFor, counterparts }
    const id = findAccountId(reader, account)
    const { events, upTo } =
      queued && id !== undefined ? readEvents(reader, id, contracts, queued) : { events: [], upTo: undefined }
    return {
      ...result,
      contracts,
      denied: denied.map((other) => ({ account: other, lastTxLt: this.#lastTxLtOf(other) })),
      deniedByRootOf: isDeniedByRoot ? this.#options.keySeqno : undefined,
      counterparts,
      events,
      eventsUpTo: upTo,
      isRecheckNeeded: await isRecheckNeeded(reader, id, this.open(account)),
    }
  }

  async #detect(state: ContractState): Promise<Detected> {
    const methods = await this.#methodsOf(state.codeHash, state.code)
    const contract = new Contract(state, methods, this.#options.environment, this.#gas)
    const detectors = detectorsFor(state.codeHash, contract.methods)
    const detected = await runDetectors(detectors, contract, this)
    if (detected.waitsFor) return detected
    if (!methods && detectors.length > 0 && !contract.hasGetters) await runAcknowledging(contract)
    const isPlain =
      detectors.length === 0 ? !canAcknowledge(contract.methods ?? NONE) : !methods && !contract.hasGetters
    if (isPlain) this.#setPlain(state.codeHash)
    return detected
  }

  #lastTxLtOf(address: StdAddress): bigint {
    const known = this.#stateOf(address)
    return known.kind === 'active' ? known.state.lastTxLt : known.lastTxLt
  }

  #stateOf(address: StdAddress): KnownState {
    const key = address.toString('latin1')
    let state = this.#states.get(key)
    if (!state) {
      const { reader, isIndexCurrent } = this.#options
      state = readContractState(reader, address, isIndexCurrent)
      this.#states.set(key, state)
    }
    return state
  }

  /** Returns whether no detector matches a code, as far as that is known without running it. */
  async #isPlainCode(codeHash: Buffer | undefined): Promise<boolean> {
    const { reader, codes } = this.#options
    if (codeHash === undefined) return false
    if (codes.plain.get(codeHash.toString('latin1')) === true) return true
    const code = indexedCell(reader, codeHash)
    if (!code || code.isExotic) return false
    const methods = await this.#methodsOf(codeHash, code)
    const set = methods && new Set(methods)
    if (detectorsFor(codeHash, set).length > 0) return false
    if (!canAcknowledge(set ?? NONE)) this.#setPlain(codeHash)
    return true
  }

  #setPlain(codeHash: Buffer): void {
    const key = codeHash.toString('latin1')
    this.#options.codes.plain.set(key, true)
    this.#plainCodes.set(key, codeHash)
  }

  async #methodsOf(codeHash: Buffer, code: Cell): Promise<readonly number[] | undefined> {
    const { methods } = this.#options.codes
    const key = codeHash.toString('latin1')
    const known = methods.get(key)
    if (known) return known.ids
    const ids = methodIdsOf(await this.#resolved(code))
    methods.set(key, { ids })
    return ids
  }

  /** Returns the library that a library reference stands for; other code unchanged. */
  async #resolved(code: Cell): Promise<Cell> {
    if (!code.isExotic) return code
    const [hash] = libraryReferences(code)
    if (hash === undefined) return code
    const libraries = await this.#options.environment.findLibraries([hash])
    return libraries.get(hash) ?? code
  }
}

/** Returns the result of an account without contracts and events. */
function emptyResult(
  account: StdAddress,
  known: KnownState,
  { queued, mcSeqno }: Pick<DetectionResult, 'queued' | 'mcSeqno'>,
): DetectionResult {
  const state = known.kind === 'active' ? known.state : undefined
  return {
    account,
    lastTxLt: known.kind === 'active' ? known.state.lastTxLt : known.lastTxLt,
    codeHash: state?.codeHash,
    dataHash: state?.dataHash,
    mcSeqno,
    contracts: [],
    events: [],
    waitsFor: undefined,
    counterparts: [],
    queued,
    eventsUpTo: undefined,
    isLibraryMissing: false,
    isRecheckNeeded: false,
  }
}

/** Returns the contract of configuration parameter 4; undefined if the parameter does not name one. */
function dnsRootOf({ config }: RunEnvironment): StdAddress | undefined {
  const root = configParam(config.root, DNS_ROOT_PARAM)
  if (!root || root.isExotic || root.bits.length < 256) return undefined
  return Buffer.concat([MASTERCHAIN_BYTE, root.beginParse().loadBuffer(32)])
}
