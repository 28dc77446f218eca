import { Address } from '@ton/core'
import type { Hints } from '../../metadata/hints.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import {
  type ContractDetection,
  CoverageError,
  type FetchOptions,
  type HintedCandidates,
  type HintedContracts,
  UnfinishedError,
} from '../indexer.ts'
import { rawAddress, stdAddressOf } from '../stdAddress.ts'

/** Time for the contracts of one list, ms: below that of a request, so that what was read is shown. */
const DETECT_MS = 10_000
/** Number of contracts that are detected concurrently. */
const WIDTH = 8

type Finding = 'contract' | 'refuted' | { readonly unread: unknown }

/** Creates the lists from a hint server, whose contracts detection proves. */
export function createHintedContracts(
  hints: Hints,
  detection: Pick<ContractDetection, 'detect'>,
): HintedContracts {
  async function look(account: StdAddress, options: FetchOptions): Promise<Finding> {
    try {
      options.signal.throwIfAborted()
      return (await detection.detect(account, options)) ? 'contract' : 'refuted'
    } catch (error) {
      // Any account can be named, also one that detection cannot decide on.
      const isUndecided = error instanceof CoverageError && !(error instanceof UnfinishedError)
      return isUndecided && error.retryAfter === undefined ? 'refuted' : { unread: error }
    }
  }

  return {
    host: () => hints.server()?.host,
    async contracts(list, account, options): Promise<HintedCandidates | undefined> {
      const { signal } = options
      const named = await hints.server()?.contractsOf(list, rawAddress(account), signal)
      signal.throwIfAborted()
      if (!named) return undefined
      const both = AbortSignal.any([signal, AbortSignal.timeout(DETECT_MS)])
      const accounts = named.map((raw) => stdAddressOf(Address.parseRaw(raw)))
      const findings: Finding[] = []
      const looking = mapInOrder(accounts, WIDTH, (one) => look(one, { ...options, signal: both }))
      for await (const finding of looking) findings.push(finding)
      signal.throwIfAborted()
      const unread = findings.filter((finding) => typeof finding !== 'string')
      if (unread.length > 0 && unread.length === findings.length) throw unread[0]?.unread
      return {
        contracts: accounts.filter((_, position) => findings[position] === 'contract'),
        refuted: findings.filter((finding) => finding === 'refuted').length,
        unread: unread.length,
      }
    },
    judge(proved, dropped) {
      const server = hints.server()
      server?.judge('proved', proved)
      server?.judge('dropped', dropped)
    },
  }
}
