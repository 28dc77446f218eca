import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TGBTC } from '#shared/contracts/tgbtc.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { decimal } from '../details.ts'
import { blockWhere, call, made } from '../pattern.ts'
import type { ActionRow } from '../row.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { tonTransfer } from './basic.ts'
import { BURN_NOTIFICATION, jettonBurn, jettonMint } from './jettons.ts'

/**
 * tgBTC, jettons that represent bitcoins: mints, burns and new keys, by the logs of its contracts (docs/actions
 * §12.8).
 */

const op = (name: string) => opcodeOf(TGBTC, `tgbtc_${name}`)

const MINT_LOG = op('mint_event')
const BURN_LOG = op('burn_event')
const NEW_KEY_LOG = op('new_key_event')
const DKG_LOG = op('dkg_completed_event')

/** Builds a kind, and that of the same block for a log without its messages. */
function kindsOf<F>(block: string, fields: ActionKind<F>['fields']) {
  return { complete: { block, fields }, fallback: { block, type: `${block}_fallback`, fields } }
}

type Mint = {
  readonly requester: string | null
  readonly teleport: string | null
  readonly recipient: string | null
  readonly recipientWallet: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly bitcoinTransaction: string
  readonly amount: bigint
}

const tgbtcMint = kindsOf<Mint>('tgbtc_mint', (mint) => ({
  source: mint.requester,
  source_secondary: mint.teleport,
  destination: mint.recipient,
  destination_secondary: mint.recipientWallet,
  asset: mint.asset,
  asset_secondary: mint.bitcoinTransaction,
  amount: mint.amount,
}))

function readMintLog(log: TraceMessage) {
  const fields = fieldsOf(log)
  const amount = fields.loadCoins()
  const recipient = readAddress(fields)
  // Bitcoin prints hashes with reversed bytes.
  const bitcoinTransaction = fields.loadBuffer(32).reverse().toString('hex')
  return { teleport: log.source, amount, recipient, bitcoinTransaction }
}

/** Maximum number of messages between the request to mint and the mint. */
const MAX_STEPS = 20
const MINT_REQUEST = op('mint_request')

function requestAbove(block: Block): readonly Block[] {
  const above: Block[] = []
  for (let next = block.parent; next && above.length < MAX_STEPS; next = next.parent) {
    above.push(next)
    if (next.opcode === MINT_REQUEST) return above
  }
  return []
}

const mintRule: Rule = {
  name: 'tgBTC mint',
  pattern: call(op('teleport_mint'), {
    children: [call(MINT_LOG, { name: 'log' }), made(jettonMint, { name: 'mint' })],
  }),
  build(match) {
    const above = requestAbove(match.anchor)
    const log = match.get('log')
    const mint = factsOf(match.get('mint'), jettonMint)
    const request = above.at(-1)?.ownMessage
    if (!log || !mint || !request) return undefined
    const { receiverWallet: recipientWallet, asset } = mint
    return built(
      tgbtcMint.complete,
      { ...readMintLog(log.ownMessage), requester: request.source, recipientWallet, asset },
      { blocks: [...match.blocks, ...above] },
    )
  },
}

const mintLogRule: Rule = {
  name: 'tgBTC mint without messages',
  pattern: call(MINT_LOG),
  build: ({ anchor }) =>
    built(tgbtcMint.fallback, {
      ...readMintLog(anchor.ownMessage),
      requester: null,
      recipientWallet: null,
      asset: null,
    }),
}

type Burn = {
  readonly owner: string | null
  readonly wallet: string | null
  /** The contract that pays the bitcoins out; null if the log does not have it. */
  readonly pegout: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly amount: bigint
}

const tgbtcBurn = kindsOf<Burn>('tgbtc_burn', ({ owner, wallet, pegout, asset, amount }) => ({
  source: owner,
  source_secondary: wallet,
  destination: pegout,
  asset,
  amount,
}))

/** Reads the log of a burn. As in the reference, older logs of another layout are read in the same way. */
function readBurnLog(log: TraceMessage) {
  const fields = fieldsOf(log)
  const amount = fields.loadCoins()
  try {
    return { amount, owner: readAddress(fields), pegout: readAddress(fields) }
  } catch {
    // A short log.
    return { amount, owner: null, pegout: null }
  }
}

/** The contract that pays bitcoins out is deployed and reports that. */
const pegoutDeployed = call(op('deploy_pegout'), {
  optional: true,
  children: [call(op('pegout_deployed'), { optional: true }), made(tonTransfer, { optional: true })],
})

const burnRule: Rule = {
  name: 'tgBTC burn',
  pattern: made(jettonBurn, {
    child: call([BURN_NOTIFICATION, op('teleport_burn')], {
      children: [call(BURN_LOG, { name: 'log' }), pegoutDeployed, made(tonTransfer, { optional: true })],
    }),
  }),
  build(match) {
    const burn = factsOf(match.anchor, jettonBurn)
    const log = match.get('log')
    if (!burn || !log) return undefined
    const { owner, wallet, asset } = burn
    const { amount, pegout } = readBurnLog(log.ownMessage)
    const least = amount < burn.amount ? amount : burn.amount
    return built(tgbtcBurn.complete, { owner, wallet, asset, pegout, amount: least })
  },
}

const burnLogRule: Rule = {
  name: 'tgBTC burn without messages',
  pattern: call(BURN_LOG),
  build: ({ anchor }) =>
    built(tgbtcBurn.fallback, { ...readBurnLog(anchor.ownMessage), wallet: null, asset: null }),
}

type NewKey = {
  readonly sender: string | null
  readonly publicKey: string
  readonly coordinator: string | null
  readonly pegout: string | null
  readonly amount: bigint
  /** Unix seconds; null if only one of the logs is known. */
  readonly timestamp: bigint | null
}

const tgbtcNewKey = kindsOf<NewKey>('tgbtc_new_key', (key) => ({
  source: key.sender,
  source_secondary: key.publicKey,
  destination: key.coordinator,
  destination_secondary: key.pegout,
  amount: key.amount,
  value: key.timestamp,
}))

function readNewKeyLog(log: TraceMessage) {
  const fields = fieldsOf(log)
  const amount = fields.loadCoins()
  const publicKey = fields.loadUintBig(256).toString(16)
  return { coordinator: log.source, amount, publicKey, pegout: readAddress(fields) }
}

const newKeyRule: Rule = {
  name: 'tgBTC new key',
  pattern: call(op('dkg_completed'), {
    children: [call(NEW_KEY_LOG, { name: 'log' }), pegoutDeployed],
    parent: blockWhere(() => true, { child: call(DKG_LOG, { name: 'completed' }) }),
  }),
  build(match) {
    const [log, completed] = [match.get('log'), match.get('completed')]
    if (!log || !completed) return undefined
    return built(tgbtcNewKey.complete, {
      ...readNewKeyLog(log.ownMessage),
      sender: match.anchor.ownMessage.source,
      timestamp: fieldsOf(completed.ownMessage).loadUintBig(64),
    })
  },
}

const newKeyLogRule: Rule = {
  name: 'tgBTC new key without messages',
  pattern: call(NEW_KEY_LOG),
  build: ({ anchor }) =>
    built(tgbtcNewKey.fallback, {
      ...readNewKeyLog(anchor.ownMessage),
      sender: null,
      timestamp: null,
    }),
}

type DkgLog = {
  readonly coordinator: string | null
  readonly publicKey: string
  /** Unix seconds. */
  readonly timestamp: bigint
}

const tgbtcDkgLog: ActionKind<DkgLog> = {
  block: 'tgbtc_dkg_log',
  type: 'tgbtc_dkg_log_fallback',
  fields: ({ coordinator, publicKey, timestamp }) => ({
    source: coordinator,
    asset: publicKey,
    value: timestamp,
  }),
}

const dkgLogRule: Rule = {
  name: 'tgBTC key generation without messages',
  pattern: call(DKG_LOG),
  build({ anchor }) {
    const log = anchor.ownMessage
    const fields = fieldsOf(log)
    const timestamp = fields.loadUintBig(64)
    const publicKey = fields.loadUintBig(256).toString(16)
    return built(tgbtcDkgLog, { coordinator: log.source, publicKey, timestamp })
  },
}

export const tgbtcRules: readonly Rule[] = [
  mintRule,
  burnRule,
  newKeyRule,
  mintLogRule,
  burnLogRule,
  newKeyLogRule,
  dkgLogRule,
]

const mintDetails = (row: ActionRow) => ({
  source: row.source ?? null,
  destination: row.destination ?? null,
  amount: decimal(row.amount),
  asset: row.asset ?? null,
  bitcoin_tx_id: row.asset_secondary ?? null,
  destination_wallet: row.destination_secondary ?? null,
})

const burnDetails = (row: ActionRow) => ({
  source: row.source ?? null,
  source_wallet: row.source_secondary ?? null,
  destination: row.destination ?? null,
  amount: decimal(row.amount),
  asset: row.asset ?? null,
})

const newKeyDetails = (row: ActionRow) => ({
  source: row.source ?? null,
  pubkey: row.source_secondary ?? null,
  coordinator: row.destination ?? null,
  pegout: row.destination_secondary ?? null,
  amount: decimal(row.amount),
  asset: row.asset ?? null,
})

const dkgLogDetails = (row: ActionRow) => ({
  coordinator: row.source ?? null,
  pubkey: row.asset ?? null,
  timestamp: decimal(row.value),
})

/** Builds a type that belongs to no version: clients get it only if they request it by name. */
const named = (name: string, details: NonNullable<ActionType['details']>): ActionType => ({
  name,
  since: 'named',
  groups: ['tgbtc'],
  details,
})

export const TGBTC_TYPES: readonly ActionType[] = [
  named('tgbtc_mint', mintDetails),
  named('tgbtc_mint_fallback', mintDetails),
  named('tgbtc_burn', burnDetails),
  named('tgbtc_burn_fallback', burnDetails),
  named('tgbtc_new_key', newKeyDetails),
  named('tgbtc_new_key_fallback', newKeyDetails),
  named('tgbtc_dkg_log_fallback', dkgLogDetails),
]
