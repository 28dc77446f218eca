import { Address, type Cell, loadMessageRelaxed, type MessageRelaxed, type Slice } from '@ton/core'
import { type ActionKind, Block, type MessageNode } from './block.ts'
import { addressOf } from './bodyReader.ts'
import { messageTree } from './messageTree.ts'
import type { RuleContext } from './pattern.ts'
import { basicContent } from './protocols/basic.ts'
import { jettonTransfer, readTransfer, TRANSFER } from './protocols/jettons.ts'
import type { ClassifierTrace, TraceMessage } from './trace.ts'

/**
 * Returns the messages that a failed external message would have made its wallet send (docs/actions §9, ghost
 * actions); none unless the trace is one such message.
 */
export function ghostBlocks(trace: ClassifierTrace, context: RuleContext): Block[] {
  const [transaction, ...others] = trace.transactions
  const external = transaction?.inMessage
  const isLoneExternal =
    others.length === 0 && external?.source === null && transaction?.outMessages.length === 0
  if (!isLoneExternal || !external) return []
  const { node } = messageTree(trace)
  return walletMessages(external.body).map((message, i) => ghostBlock(message, i, node, context))
}

function ghostBlock(cell: Cell, index: number, external: MessageNode, { facts }: RuleContext): Block {
  const { transaction } = external
  const message = ghostMessage(loadMessageRelaxed(cell.beginParse()), cell, transaction.account)
  const node: MessageNode = {
    message,
    hash: Buffer.from(`${message.hash}${index}`, 'utf8').toString('base64'),
    transaction,
    parent: external,
    lt: transaction.lt,
    utime: transaction.now,
    isOutward: false,
    isGhost: true,
    aborted: true,
  }
  const { destination } = message
  if (message.opcode !== TRANSFER || destination === null) {
    const { content, failed } = basicContent(node)
    return new Block(content, [node], failed)
  }
  const request = readTransfer(message)
  const transfer = {
    sender: message.source,
    senderWallet: destination,
    receiver: request.destination,
    receiverWallet: null,
    asset: facts.jettonWallet(destination)?.jetton ?? null,
    amount: request.amount,
    forwardAmount: request.forwardAmount,
    request,
    hasInternalTransfer: false,
  }
  return new Block({ kind: jettonTransfer as ActionKind<never>, facts: transfer }, [node], true)
}

function ghostMessage({ info, body, init }: MessageRelaxed, cell: Cell, wallet: string): TraceMessage {
  const { dest } = info
  return {
    hash: cell.hash().toString('base64'),
    source: wallet,
    destination: Address.isAddress(dest) ? addressOf(dest.workChain, dest.hash) : null,
    value: info.type === 'internal' ? info.value.coins : null,
    extraCurrencies: {},
    createdLt: null,
    createdAt: null,
    opcode: body.bits.length < 32 ? undefined : body.beginParse().preloadUint(32),
    bounce: info.type === 'internal' && info.bounce,
    body,
    stateInit: init ? (init.code ?? undefined) : undefined,
  }
}

const SIGNATURE_BITS = 512
/** wallet_id, valid_until, seqno. */
const HEADER_BITS = 3 * 32

/** The first layout that can be read is taken. */
const LAYOUTS: readonly ((body: Slice) => Cell[])[] = [
  (body) => referencesOf(body.skip(SIGNATURE_BITS + HEADER_BITS)),
  (body) => referencesOf(body.skip(SIGNATURE_BITS + HEADER_BITS + 8)),
  (body) => sentByActions(body.skip(32 + HEADER_BITS).loadMaybeRef()),
]

/** Returns the messages in the body of an external message to a wallet v3, v4 or v5r1; none for another body. */
function walletMessages(body: Cell): Cell[] {
  for (const layout of LAYOUTS) {
    try {
      const messages = layout(body.beginParse())
      for (const message of messages) loadMessageRelaxed(message.beginParse())
      return messages
    } catch {
      // The body has another wallet's layout.
    }
  }
  return []
}

function referencesOf(slice: Slice): Cell[] {
  const cells: Cell[] = []
  while (slice.remainingRefs > 0) cells.push(slice.loadRef())
  return cells
}

const ACTION_SEND_MESSAGE = 0x0ec3c86d
const MAX_ACTIONS = 255

/** Reads out_list (block.tlb), in which each action refers to the previous one; the last comes first. */
function sentByActions(list: Cell | null): Cell[] {
  const messages: Cell[] = []
  for (let next = list; next && next.refs.length > 0 && messages.length < MAX_ACTIONS; ) {
    const slice = next.beginParse()
    next = slice.loadRef()
    if (slice.loadUint(32) !== ACTION_SEND_MESSAGE) throw new Error('an action that sends no message')
    messages.push(slice.skip(8).loadRef())
  }
  return messages
}
