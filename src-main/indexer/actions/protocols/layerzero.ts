import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { LAYERZERO } from '#shared/contracts/layerzero.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { shortHex } from '../bodyReader.ts'
import { call, made, type PatternLinks } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { tonTransfer } from './basic.ts'
import { type JettonTransfer, jettonTransfer } from './jettons.ts'
import {
  firstReference,
  type LayerZeroPacket,
  type LayerZeroSending,
  packetData,
  readPacket,
  readSending,
  recordFields,
} from './layerzeroPacket.ts'

/** LayerZero: packets between applications on different chains (docs/actions §12.9). */

const op = (name: string) => opcodeOf(LAYERZERO, `layerzero_${name}`)

/** Opcode of the contracts' logs: messages that their receiver refuses. */
const EVENT = op('event')
const event = call(EVENT)
const optionalEvent = call(EVENT, { optional: true })
const refund = made(tonTransfer, { optional: true })
const destinationOf = (block: Block | undefined) => block?.message?.destination ?? null

type Sending = LayerZeroSending & {
  readonly initiator: string | null
  readonly endpoint: string | null
  readonly channel: string | null
  readonly uln: string | null
}

const layerzeroSend: ActionKind<Sending> = {
  block: 'layerzero_send',
  fields: (sending) => ({ source: sending.initiator, ...sendingData(sending) }),
}

function sendingData(sending: Sending) {
  return {
    layerzero_send_data: {
      send_request_id: sending.requestId.toString(),
      msglib_manager: shortHex(sending.msglibManager),
      msglib: shortHex(sending.msglib),
      uln: sending.uln,
      native_fee: sending.nativeFee.toString(),
      zro_fee: sending.zroFee.toString(),
      endpoint: sending.endpoint,
      channel: sending.channel,
    },
    layerzero_packet_data: packetData(sending.packet),
  }
}

/** Maximum number of payees for the delivery of a packet. */
const MAX_PAYEES = 5

const sendRule: Rule = {
  name: 'LayerZero send',
  pattern: call(op('endpoint_send'), {
    child: call(op('channel_send'), {
      name: 'channel',
      child: call(op('msglib_send'), {
        child: call(op('uln_send'), {
          name: 'uln',
          child: call(op('channel_sent'), {
            children: [
              event,
              ...Array.from({ length: MAX_PAYEES }, () => refund),
              call(op('send_callback'), { name: 'callback', children: [optionalEvent, refund] }),
            ],
          }),
        }),
      }),
    }),
  }),
  build(match) {
    const { source: initiator, destination: endpoint } = match.anchor.ownMessage
    const callback = match.get('callback')
    if (!callback) return undefined
    return built(layerzeroSend, {
      ...readSending(firstReference(callback.ownMessage, 3)),
      initiator,
      endpoint,
      channel: destinationOf(match.get('channel')),
      uln: destinationOf(match.get('uln')),
    })
  },
}

type SentTokens = { readonly transfer: JettonTransfer; readonly sending: Sending }

const layerzeroSendTokens: ActionKind<SentTokens> = {
  block: 'layerzero_send_tokens',
  fields: ({ transfer, sending }) => ({
    source: transfer.sender,
    source_secondary: transfer.senderWallet,
    destination: transfer.receiver,
    destination_secondary: transfer.receiverWallet,
    asset: transfer.asset,
    amount: transfer.amount,
    ...sendingData(sending),
  }),
}

const sendTokensRule: Rule = {
  name: 'LayerZero send tokens',
  pattern: made(layerzeroSend, { parent: made(jettonTransfer, { name: 'paid', child: event }) }),
  build(match) {
    const sending = factsOf(match.anchor, layerzeroSend)
    const transfer = factsOf(match.get('paid'), jettonTransfer)
    return sending && transfer && built(layerzeroSendTokens, { sending, transfer })
  },
}

type Receipt = {
  readonly sender: string | null
  readonly oapp: string | null
  readonly channel: string | null
  readonly packet: LayerZeroPacket
}

const layerzeroReceive: ActionKind<Receipt> = {
  block: 'layerzero_receive',
  fields: ({ sender, oapp, channel, packet }) => ({
    source: sender,
    destination: oapp,
    destination_secondary: channel,
    layerzero_packet_data: packetData(packet),
  }),
}

const receiveRule: Rule = {
  name: 'LayerZero receive',
  pattern: call(op('receive'), {
    children: [
      refund,
      call(op('oapp_receive'), {
        name: 'oapp',
        child: call(op('receive_lock'), {
          child: call(op('oapp_received'), {
            name: 'received',
            children: [optionalEvent, call(op('receive_callback'), { children: [optionalEvent, refund] })],
          }),
        }),
      }),
    ],
  }),
  build(match) {
    const received = match.get('received')
    if (!received) return undefined
    const packet = readPacket(firstReference(received.ownMessage, 2))
    const oapp = destinationOf(match.get('oapp'))
    // As in the reference, compared without leading zeros: an application whose address begins with a zero is not
    // found.
    if (oapp?.toLowerCase().replace(/^0:/, '0x') !== shortHex(packet.dstOapp)) return undefined
    return built(layerzeroReceive, {
      sender: match.anchor.ownMessage.source,
      oapp,
      channel: received.ownMessage.source,
      packet,
    })
  },
}

type Commitment = {
  readonly sender: string | null
  readonly endpoint: string | null
  readonly uln: string | null
  readonly channel: string | null
  readonly msglibConnection: string | null
  readonly packet: LayerZeroPacket
}

const layerzeroCommitPacket: ActionKind<Commitment> = {
  block: 'layerzero_commit_packet',
  fields: ({ sender, endpoint, uln, channel, msglibConnection, packet }) => ({
    source: sender,
    source_secondary: endpoint,
    destination: uln,
    // As in the reference, the uln again instead of its connection.
    destination_secondary: uln,
    asset: channel,
    asset_secondary: msglibConnection,
    layerzero_packet_data: packetData(packet),
  }),
}

const commitRule: Rule = {
  name: 'LayerZero commit packet',
  pattern: call(op('commit'), {
    child: call(op('uln_commit'), {
      name: 'uln',
      child: call(op('endpoint_commit'), {
        name: 'endpoint',
        child: call(op('channel_commit'), {
          name: 'channel',
          children: [optionalEvent, call(op('commit_callback'), { name: 'callback', child: refund })],
        }),
      }),
    }),
  }),
  build(match) {
    const channel = match.get('channel')
    if (!channel) return undefined
    return built(layerzeroCommitPacket, {
      sender: match.anchor.ownMessage.source,
      endpoint: destinationOf(match.get('endpoint')),
      uln: destinationOf(match.get('uln')),
      channel: channel.ownMessage.destination,
      msglibConnection: destinationOf(match.get('callback')),
      packet: readPacket(firstReference(channel.ownMessage, 2)),
    })
  },
}

type Verification = {
  readonly initiator: string | null
  readonly nonce: bigint
  readonly status: string
  readonly dvn: string | null
  readonly proxy: string | null
  readonly uln: string | null
  readonly ulnConnection: string | null
}

const layerzeroDvnVerify: ActionKind<Verification> = {
  block: 'layerzero_dvn_verify',
  fields: ({ initiator, nonce, status, dvn, proxy, uln, ulnConnection }) => ({
    source: initiator,
    layerzero_dvn_verify_data: {
      nonce: nonce.toString(),
      status,
      dvn,
      proxy,
      uln,
      uln_connection: ulnConnection,
    },
  }),
}

const STATUSES: ReadonlyMap<number, string> = new Map([
  [0x3bbc306b, 'succeeded'],
  [0x7fcbb4ac, 'nonce_out_of_range'],
  [0x29c53fab, 'dvn_not_configured'],
])

const verification: PatternLinks = {
  child: call(op('proxy_verify'), {
    name: 'proxy',
    child: call(op('uln_verify'), {
      name: 'uln',
      child: call(op('connection_verify'), {
        name: 'connection',
        children: [optionalEvent, call(op('verify_callback'), { name: 'callback', child: refund })],
      }),
    }),
  }),
}

const dvnVerifyRule: Rule = {
  name: 'LayerZero DVN verification',
  pattern: call(op('dvn_verify'), verification),
  build(match) {
    const { source: initiator, destination: dvn } = match.anchor.ownMessage
    const callback = match.get('callback')
    if (!callback) return undefined
    const result = recordFields(firstReference(callback.ownMessage, 2))
    const nonce = result.loadUintBig(64)
    const code = result.loadUint(32)
    return built(layerzeroDvnVerify, {
      initiator,
      nonce,
      status: STATUSES.get(code) ?? `unknown_${code}`,
      dvn,
      proxy: destinationOf(match.get('proxy')),
      uln: destinationOf(match.get('uln')),
      ulnConnection: destinationOf(match.get('connection')),
    })
  },
}

export const layerzeroRules: readonly Rule[] = [
  sendRule,
  sendTokensRule,
  receiveRule,
  commitRule,
  dvnVerifyRule,
]
