import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  code,
  type LinePart,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, assetIn, type Details, numberIn, recordIn, textIn } from './details.ts'

function tgbtcAmount(details: Details): LinePart {
  const asset = addressIn(details, 'asset')
  const value = numberIn(details, 'amount')
  return asset === undefined ? text('tgBTC') : amount(asset, value)
}

export function tgbtcMint(details: Details): ActionLine {
  const [source, to] = [addressIn(details, 'source'), addressIn(details, 'destination')]
  const asset = addressIn(details, 'asset')
  const bitcoin = textIn(details, 'bitcoin_tx_id')
  const proof = bitcoin === undefined ? [] : [text('for bitcoin transaction'), code(bitcoin)]
  const receiver = to === source ? [] : phrase('to', to)
  return actionLine('bridge', clauseOf(source, 'minted', [tgbtcAmount(details), ...receiver, ...proof]), {
    others:
      to === undefined || to === source
        ? []
        : [clauseOf(to, 'received', [tgbtcAmount(details), text('newly minted'), ...proof])],
    moves: asset === undefined ? [] : moved(undefined, to, asset, numberIn(details, 'amount')),
  })
}

export function tgbtcBurn(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const asset = addressIn(details, 'asset')
  const rest = [tgbtcAmount(details), text('to withdraw bitcoin')]
  return actionLine('bridge', clauseOf(source, 'burned', rest), {
    moves: asset === undefined ? [] : moved(source, undefined, asset, numberIn(details, 'amount')),
  })
}

function publicKey(details: Details): LinePart[] {
  const key = textIn(details, 'pubkey')
  return key === undefined ? [] : [code(key)]
}

export function tgbtcNewKey(details: Details): ActionLine {
  const rest = [
    text('a new tgBTC key'),
    ...publicKey(details),
    ...phrase('of coordinator', addressIn(details, 'coordinator')),
  ]
  return actionLine('bridge', clauseOf(addressIn(details, 'source'), 'published', rest))
}

export function tgbtcKeyLog(details: Details): ActionLine {
  const rest = [text('a distributed tgBTC key'), ...publicKey(details)]
  return actionLine('bridge', clauseOf(addressIn(details, 'coordinator'), 'published', rest))
}

/** Endpoint ids of LayerZero for the chains that are connected to TON. Other ids are displayed as numbers. */
const CHAINS: ReadonlyMap<bigint, string> = new Map([
  [30101n, 'Ethereum'],
  [30102n, 'BNB Chain'],
  [30106n, 'Avalanche'],
  [30109n, 'Polygon'],
  [30110n, 'Arbitrum'],
  [30111n, 'Optimism'],
  [30184n, 'Base'],
  [30343n, 'TON'],
  [30420n, 'TRON'],
])

function chain(packet: Details, name: string): string {
  const id = numberIn(packet, name)
  return id === undefined ? 'another chain' : (CHAINS.get(id) ?? `chain ${id}`)
}

function packetOf(details: Details): Details {
  return recordIn(details, 'layerzero_packet_data') ?? {}
}

function byLayerZero(details: Details): LinePart[] {
  const nonce = numberIn(packetOf(details), 'nonce')
  return [text(nonce === undefined ? 'by LayerZero' : `by LayerZero (packet ${nonce})`)]
}

export function layerzeroSend(details: Details): ActionLine {
  const rest = [text(`a message to ${chain(packetOf(details), 'dst_eid')}`), ...byLayerZero(details)]
  return actionLine('bridge', clauseOf(addressIn(details, 'initiator'), 'sent', rest))
}

export function layerzeroSendTokens(details: Details): ActionLine {
  const sender = addressIn(details, 'sender')
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  const rest = [
    amount(asset, value),
    text(`to ${chain(packetOf(details), 'dst_eid')}`),
    ...byLayerZero(details),
  ]
  return actionLine('bridge', clauseOf(sender, 'sent', rest), {
    moves: moved(sender, addressIn(details, 'oapp'), asset, value),
  })
}

export function layerzeroReceive(details: Details): ActionLine {
  const rest = [text(`a message from ${chain(packetOf(details), 'src_eid')}`), ...byLayerZero(details)]
  return actionLine('bridge', clauseOf(addressIn(details, 'oapp'), 'received', rest))
}

export function layerzeroCommit(details: Details): ActionLine {
  const rest = [text(`a packet from ${chain(packetOf(details), 'src_eid')}`), ...byLayerZero(details)]
  return actionLine('bridge', clauseOf(addressIn(details, 'sender'), 'committed', rest))
}

export function layerzeroVerify(details: Details): ActionLine {
  const nonce = numberIn(details, 'nonce')
  const status = textIn(details, 'status')
  const rest = [
    text(nonce === undefined ? 'a LayerZero packet' : `LayerZero packet ${nonce}`),
    text('as verifier'),
    account(addressIn(details, 'dvn')),
  ]
  const reason = status === undefined || status === 'succeeded' ? undefined : status.replaceAll('_', ' ')
  return actionLine('bridge', clauseOf(addressIn(details, 'initiator'), 'verified', rest), { reason })
}
