import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import { PTON } from '#shared/contracts/pton.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { bocText, fieldsOf, nonEmptyPayload, readAddress, readComment, readPayload } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { call, either, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'

/** Transfers, burns and mints of jettons: TEP-74, docs/actions §9. */

export const TRANSFER = opcodeOf(JETTON, 'jetton_transfer')
export const INTERNAL_TRANSFER = opcodeOf(JETTON, 'jetton_internal_transfer')
export const NOTIFICATION = opcodeOf(JETTON, 'jetton_notify')
export const BURN = opcodeOf(JETTON, 'jetton_burn')
export const BURN_NOTIFICATION = opcodeOf(JETTON, 'jetton_burn_notification')
const MINT = opcodeOf(JETTON, 'jetton_mint')
const MINTER_MINT = opcodeOf(JETTON, 'minter_jetton_mint')

const PTON_MASTERS: ReadonlySet<string> = new Set(
  (PTON.accounts ?? []).map(({ address }) => address.toUpperCase()),
)

/** Returns whether a jetton master is that of wrapped TON. */
export function isPton(master: string | null | undefined): boolean {
  return typeof master === 'string' && PTON_MASTERS.has(master)
}

/** A request to a jetton wallet; amounts in the jetton's smallest unit, forward amount in nanoton. */
export type TransferBody = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly destination: string | null
  readonly response: string | null
  readonly customPayload: Cell | null
  readonly forwardAmount: bigint
  readonly forwardPayload: Cell | undefined
}

/** Reads the body of a transfer request. Throws for a body of another layout. */
export function readTransfer(message: TraceMessage): TransferBody {
  const slice = fieldsOf(message)
  return {
    queryId: slice.loadUintBig(64),
    amount: slice.loadCoins(),
    destination: readAddress(slice),
    response: readAddress(slice),
    customPayload: slice.loadMaybeRef(),
    forwardAmount: slice.loadCoins(),
    forwardPayload: readPayload(slice),
  }
}

/** A message from a wallet to another wallet, or from a minter to a wallet. */
export type InternalTransferBody = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly from: string | null
  readonly response: string | null
  readonly forwardAmount: bigint
}

/** Reads the body of an internal transfer. Throws for a body of another layout. */
export function readInternalTransfer(message: TraceMessage): InternalTransferBody {
  const slice = fieldsOf(message)
  return {
    queryId: slice.loadUintBig(64),
    amount: slice.loadCoins(),
    from: readAddress(slice),
    response: readAddress(slice),
    forwardAmount: slice.loadCoins(),
  }
}

/** The body of a notification of received jettons; `amount` is in the jetton's smallest unit. */
export type NotificationBody = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly from: string | null
  readonly payload: Cell | undefined
}

/** Reads the body of a notification of received jettons. Throws for a body of another layout. */
export function readNotification(message: TraceMessage): NotificationBody {
  const slice = fieldsOf(message)
  return {
    queryId: slice.loadUintBig(64),
    amount: slice.loadCoins(),
    from: readAddress(slice),
    payload: readPayload(slice),
  }
}

/** A transfer of jettons in the form that rules of other protocols read. */
export type JettonTransfer = {
  readonly sender: string | null
  readonly senderWallet: string | null
  readonly receiver: string | null
  /** Null if no other wallet received the jettons: for pTON, and for transfers that failed. */
  readonly receiverWallet: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly amount: bigint
  readonly forwardAmount: bigint
  readonly request: TransferBody
  /** False for pTON, whose wallets send TON instead. */
  readonly hasInternalTransfer: boolean
}

export const jettonTransfer: ActionKind<JettonTransfer> = {
  block: 'jetton_transfer',
  fields(transfer) {
    const { request } = transfer
    const payload = nonEmptyPayload(request.forwardPayload)
    const comment = readComment(payload)
    return {
      source: transfer.sender,
      source_secondary: transfer.senderWallet,
      destination: transfer.receiver,
      destination_secondary: transfer.receiverWallet,
      asset: transfer.asset,
      amount: transfer.amount,
      jetton_transfer_data: {
        query_id: request.queryId.toString(),
        response_destination: request.response,
        forward_amount: transfer.forwardAmount.toString(),
        custom_payload: bocText(request.customPayload),
        forward_payload: bocText(payload),
        comment: comment.text,
        is_encrypted_comment: comment.isEncrypted,
      },
    }
  },
}

const notified = call(NOTIFICATION, { optional: true })

const transferRule: Rule = {
  name: 'jetton transfer',
  pattern: call(TRANSFER, {
    child: call(INTERNAL_TRANSFER, { name: 'received', child: notified }),
  }),
  build(match, { facts }) {
    const { anchor } = match
    const received = match.get('received')
    if (!received) return undefined
    const message = anchor.ownMessage
    const request = readTransfer(message)
    const { amount, forwardAmount } = readInternalTransfer(received.ownMessage)
    const receiverWallet = received.ownMessage.destination
    const wallet = receiverWallet === null ? undefined : facts.jettonWallet(receiverWallet)
    if (!wallet) return undefined
    return built(
      jettonTransfer,
      {
        sender: message.source,
        senderWallet: message.destination,
        receiver: wallet.owner,
        receiverWallet,
        asset: wallet.jetton,
        amount,
        forwardAmount,
        request,
        hasInternalTransfer: true,
      },
      { failed: anchor.failed || received.failed },
    )
  },
}

const ptonTransferRule: Rule = {
  name: 'pTON transfer',
  pattern: where(call(TRANSFER, { child: notified }), ({ message }, { facts }) =>
    isPton(message?.destination ? facts.jettonWallet(message.destination)?.jetton : undefined),
  ),
  build({ anchor }, { facts }) {
    const message = anchor.ownMessage
    const request = readTransfer(message)
    const wallet = message.destination === null ? undefined : facts.jettonWallet(message.destination)
    if (!wallet) return undefined
    return built(
      jettonTransfer,
      {
        sender: message.source,
        senderWallet: null,
        receiver: request.destination,
        receiverWallet: null,
        asset: wallet.jetton,
        amount: request.amount,
        forwardAmount: request.forwardAmount,
        request,
        hasInternalTransfer: false,
      },
      { failed: anchor.failed },
    )
  },
}

export const jettonTransferRules: readonly Rule[] = [transferRule, ptonTransferRule]

/** Jettons that their owner destroyed. */
export type JettonBurn = {
  readonly owner: string
  readonly wallet: string
  /** Jetton master. */
  readonly asset: string
  readonly amount: bigint
}

export const jettonBurn: ActionKind<JettonBurn> = {
  block: 'jetton_burn',
  fields: ({ owner, wallet, asset, amount }) => ({
    source: owner,
    source_secondary: wallet,
    asset,
    amount,
  }),
}

export const jettonBurnRule: Rule = {
  name: 'jetton burn',
  pattern: call(BURN, { child: call(BURN_NOTIFICATION, { optional: true }) }),
  build({ anchor }, { facts }) {
    const message = anchor.ownMessage
    const { destination } = message
    const wallet = destination === null ? undefined : facts.jettonWallet(destination)
    if (!wallet || destination === null) return undefined
    const amount = fieldsOf(message).skip(64).loadCoins()
    return built(
      jettonBurn,
      { owner: wallet.owner, wallet: destination, asset: wallet.jetton, amount },
      { failed: anchor.failed },
    )
  },
}

/** New jettons. */
export type JettonMint = {
  readonly receiver: string | null
  readonly receiverWallet: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly amount: bigint | null
  /** Nanoton that the minter sent with the jettons. */
  readonly tonAmount: bigint
}

export const jettonMint: ActionKind<JettonMint> = {
  block: 'jetton_mint',
  fields: ({ receiver, receiverWallet, asset, amount, tonAmount }) => ({
    destination: receiver,
    destination_secondary: receiverWallet,
    asset,
    amount,
    value: tonAmount,
  }),
}

export const jettonMintRule: Rule = {
  name: 'jetton mint',
  pattern: call([MINT, MINTER_MINT], {
    child: either([call(NOTIFICATION), call(INTERNAL_TRANSFER, { name: 'received', child: notified })], {
      optional: true,
    }),
  }),
  build(match, { facts }) {
    const { anchor } = match
    const message = anchor.ownMessage
    const slice = fieldsOf(message).skip(64)
    const receiver = readAddress(slice)
    const tonAmount = slice.loadCoins()
    const received = match.get('received')
    if (received && !anchor.failed) {
      const receiverWallet = received.ownMessage.destination
      const wallet = receiverWallet === null ? undefined : facts.jettonWallet(receiverWallet)
      if (!wallet) return undefined
      const { amount } = readInternalTransfer(received.ownMessage)
      const mint = { receiver: wallet.owner, receiverWallet, asset: wallet.jetton, amount, tonAmount }
      return built(jettonMint, mint, { failed: received.failed })
    }
    // The receiver of a mint without an internal transfer is known from the request alone.
    if (receiver === null) return undefined
    const amount = message.opcode === MINTER_MINT ? slice.loadRef().beginParse().skip(96).loadCoins() : null
    const mint = { receiver, receiverWallet: null, asset: message.destination, amount, tonAmount }
    return built(jettonMint, mint, { failed: true })
  },
}

export const JETTON_TYPES: readonly ActionType[] = [
  {
    name: 'jetton_transfer',
    since: 'v1',
    groups: ['jettons'],
    details(row) {
      const data = dataOf(row.jetton_transfer_data)
      return {
        asset: row.asset ?? null,
        sender: row.source ?? null,
        receiver: row.destination ?? null,
        sender_jetton_wallet: row.source_secondary ?? null,
        receiver_jetton_wallet: row.destination_secondary ?? null,
        amount: decimal(row.amount),
        comment: data.comment ?? null,
        is_encrypted_comment: data.is_encrypted_comment ?? null,
        query_id: data.query_id ?? null,
        response_destination: data.response_destination ?? null,
        custom_payload: data.custom_payload ?? null,
        forward_payload: data.forward_payload ?? null,
        forward_amount: data.forward_amount ?? null,
      }
    },
  },
  {
    name: 'jetton_burn',
    since: 'v1',
    groups: ['jettons'],
    details: (row) => ({
      owner: row.source ?? null,
      owner_jetton_wallet: row.source_secondary ?? null,
      asset: row.asset ?? null,
      amount: decimal(row.amount),
    }),
  },
  {
    name: 'jetton_mint',
    since: 'v1',
    groups: ['jettons'],
    details: (row) => ({
      asset: row.asset ?? null,
      receiver: row.destination ?? null,
      receiver_jetton_wallet: row.destination_secondary ?? null,
      amount: decimal(row.amount),
      ton_amount: decimal(row.value),
    }),
  },
]
