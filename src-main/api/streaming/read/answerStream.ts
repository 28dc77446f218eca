import { createDecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import { readCoverage } from '../../../store/queries/coverage.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import { createAccountCodes } from '../../v3/read/accountCodes.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import type { ContractNames } from '../../v3/render/contractNames.ts'
import { addressText } from '../../v3/render/scalars.ts'
import { accountState } from '../../v3/render/transactionJson.ts'
import type { AccountChange, StreamAnswer, StreamQuery } from '../streamReading.ts'
import { readBlockChanges } from './blockChanges.ts'
import { createDetailsReader } from './details.ts'
import { readJettons } from './jettons.ts'
import { jsonText } from './jsonText.ts'
import { readSnapshot } from './snapshot.ts'

/** Answers queries of the streaming hub from one snapshot of the index. Runs in a reader thread. */
export function answerStream(
  reader: Reader,
  contracts: ContractNames,
  { stream, options }: StreamQuery,
): StreamAnswer {
  return reader.snapshot(() => {
    if (stream.kind === 'block') return { kind: 'block', ...readBlockChanges(reader, stream.mcSeqno) }
    const coverage = readCoverage(reader)
    const context: ReadContext = {
      reader,
      contracts,
      codes: createAccountCodes(reader),
      coverage,
      options: {
        ...options,
        addressBook: stream.addressBook,
        metadata: stream.metadata,
        head: coverage.at(-1)?.last,
      },
      histories: new Map(),
      fetched: new Map(),
      decodeBudget: createDecodeBudget(),
      missingContent: new Set(),
    }
    const details = createDetailsReader(context)
    if (stream.kind === 'jettons') {
      const jettons = readJettons(context, stream.accounts)
      details.add(jettons.flatMap(({ address, owner, jetton }) => [address, owner, jetton]))
      return { kind: 'jettons', jettons: jettons.map(({ change }) => change), details: details.read() }
    }
    const snapshots = stream.traces.flatMap((requested) => readSnapshot(requested, context, details) ?? [])
    return {
      kind: 'snapshots',
      snapshots,
      states: readStates(reader, stream.states),
      details: details.read(),
    }
  })
}

/** Returns accounts in the order of their transactions. */
function readStates(reader: Reader, transactions: readonly bigint[]): AccountChange[] {
  return loadTransactions(reader, transactions).map(({ account, after }) => ({
    account: addressText(account),
    state: jsonText(accountState, after, undefined),
  }))
}
