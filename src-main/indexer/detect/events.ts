import { loadTransactionDescr } from '../../chain/block/transactionDescr.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { parseCell } from '../../chain/tlb.ts'
import { unpackDescription } from '../../store/description.ts'
import {
  type DetectedJettonWallet,
  type DetectedNftItem,
  type DetectedTokenContract,
  type DetectedTokenEvent,
  EVENT_OPCODES,
} from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { wholeCell } from '../../store/queries/cellParts.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { readJettonBurn, readJettonTransfer, readNftTransfer } from './eventBodies.ts'

/** Maximum number of events of one account that are read at once. */
const MAX_EVENTS = 512

const [JETTON_TRANSFER, JETTON_BURN, NFT_TRANSFER] = EVENT_OPCODES

/** Events of an account in a range of lt. */
export type FoundEvents = {
  readonly events: readonly DetectedTokenEvent[]
  /** Lt of the last transaction that was read, if there are more. */
  readonly upTo: bigint | undefined
}

const NONE: FoundEvents = { events: [], upTo: undefined }

type Row = {
  hash: Buffer
  lt: bigint
  opcode: bigint
  description: Buffer
  source: Buffer | null
  body: Buffer
}

const REQUESTS = `SELECT t.hash, t.lt, t.in_opcode AS opcode, t.description, a.address AS source, c.boc AS body
  FROM transactions t JOIN messages m ON m.id = t.in_msg JOIN contents c ON c.id = m.body
    LEFT JOIN accounts a ON a.id = m.source
  WHERE t.account = ? AND t.lt BETWEEN ? AND ? AND t.in_opcode IN (${EVENT_OPCODES.join(', ')})
  ORDER BY t.lt LIMIT ${MAX_EVENTS}`

/** Reads the events of a verified contract from its transactions in a range of lt (compatibility-v3 §14.3). */
export function readEvents(
  reader: Reader,
  account: bigint,
  contracts: readonly DetectedTokenContract[],
  { firstLt, lastLt }: { readonly firstLt: bigint; readonly lastLt: bigint },
): FoundEvents {
  const wallet = contracts.find((facts) => facts.kind === 'jetton_wallet')
  const item = contracts.find((facts) => facts.kind === 'nft_item')
  if (firstLt > lastLt || (!wallet && !item)) return NONE
  const rows = reader.all<Row>(REQUESTS, [account, firstLt, lastLt])
  return {
    events: rows.flatMap((row) => eventOf(reader, row, wallet, item) ?? []),
    upTo: rows.length === MAX_EVENTS ? rows.at(-1)?.lt : undefined,
  }
}

function eventOf(
  reader: Reader,
  { hash, opcode, description, source, body: stored }: Row,
  wallet: DetectedJettonWallet | undefined,
  item: DetectedNftItem | undefined,
): DetectedTokenEvent | undefined {
  if (!source) return undefined
  const descr = parseCell(
    parseBocRoot(unpackDescription(description)),
    'TransactionDescr',
    loadTransactionDescr,
  )
  const aborted = descr.type === 'generic' && descr.aborted
  const body = parseBocRoot(wholeCell(reader, stored))
  const common = { txHash: hash, aborted }
  if (Number(opcode) === NFT_TRANSFER) {
    const request = item && readNftTransfer(body)
    return (
      request && {
        kind: 'nft_transfer',
        ...common,
        ...request,
        oldOwner: source as StdAddress,
        collection: item.collection,
      }
    )
  }
  if (!wallet || descr.type !== 'generic') return undefined
  const { jetton } = wallet
  if (Number(opcode) === JETTON_TRANSFER) {
    const request = readJettonTransfer(body)
    return request && { kind: 'jetton_transfer', ...common, ...request, source, jetton }
  }
  const request = Number(opcode) === JETTON_BURN ? readJettonBurn(body) : undefined
  return request && { kind: 'jetton_burn', ...common, ...request, owner: source, jetton }
}
