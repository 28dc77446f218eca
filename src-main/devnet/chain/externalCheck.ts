import type { Address, Cell } from '@ton/core'
import { TypedError } from '#shared/typedError.ts'
import { loadMessage, type Message } from '../../chain/block/message.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { ShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell, TlbError } from '../../chain/tlb.ts'
import type { ExecutionEnvironment } from '../executor/emulator.ts'
import type { RefusedMessage, TransactionExecutor } from '../executor/transactionExecutor.ts'

/** The error of a refused external message, with the reference node's text. */
export class MessageRefusedError extends TypedError {
  constructor(reason: string) {
    super('message-refused', reason)
  }
}

/** A message whose destination can be read. */
export type ExternalMessage = { readonly cell: Cell; readonly destination: Address }

/** Reads the file of an external message. @throws MessageRefusedError, BocError */
export function openExternalMessage(body: Buffer): ExternalMessage {
  const cell = parseBocRoot(body)
  const { info } = openMessage(cell)
  if (info.type !== 'external-in') {
    throw new MessageRefusedError('external message must begin with ext_in_msg_info$10')
  }
  const destination = accountOf(info.dest)
  if (destination) return { cell, destination }
  throw new MessageRefusedError('destination of an inbound external message is an invalid blockchain address')
}

function openMessage(cell: Cell): Message {
  try {
    return parseCell(cell, 'Message', loadMessage)
  } catch (error) {
    if (!(error instanceof TlbError)) throw error
    throw new MessageRefusedError('external message is not a (Message Any) according to automated checks')
  }
}

/**
 * Runs a message on the present account, as a node does before it forwards a message.
 * @param account undefined if it does not exist
 * @throws MessageRefusedError
 */
export function checkExternalMessage(
  executor: TransactionExecutor,
  environment: ExecutionEnvironment,
  message: ExternalMessage,
  run: { readonly account: ShardAccount | undefined; readonly lt: bigint },
): void {
  const { account, lt } = run
  if (!account) throw new MessageRefusedError('Failed to unpack account state')
  const result = executor.tryMessage(environment, { account, message: message.cell, lt })
  if (result) throw new MessageRefusedError(refusalText(message.destination, result))
}

/** The executor's text around the node's own text. */
const EMULATOR_TEXT = /^Emulate transaction failed: \[Error : -?\d+ : cannot run message on account (.*)\]$/s

/** Maximum length of the VM's log: a node shows its end. */
const SHOWN_LOG = 256

function refusalText({ hash }: Address, { reason, exitCode, vmLog }: RefusedMessage): string {
  const prefix = 'External message was not accepted: cannot run message on account: '
  if (exitCode === undefined) return `${prefix}${EMULATOR_TEXT.exec(reason)?.[1] ?? reason}`
  const id = hash.toString('hex').toUpperCase()
  const steps = vmLog?.match(/^execute /gm)?.length ?? 0
  const log = vmLog ? `\nVM Log (truncated):\n...${vmLog.slice(-SHOWN_LOG)}` : ''
  return `${prefix}inbound external message rejected by transaction ${id}:\nexitcode=${exitCode}, steps=${steps}, gas_used=0${log}`
}
