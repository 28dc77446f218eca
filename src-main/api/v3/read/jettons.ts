import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findJettonBurns, loadJettonBurns } from '../../../store/queries/jettonBurns.ts'
import { findJettonMasters, loadJettonMasters } from '../../../store/queries/jettonMasters.ts'
import { findJettonTransfers, loadJettonTransfers } from '../../../store/queries/jettonTransfers.ts'
import {
  findJettonWallets,
  type JettonWalletFilter,
  type JettonWalletPage,
  loadJettonWallets,
} from '../../../store/queries/jettonWallets.ts'
import type { MissingData } from '../reading.ts'
import {
  jettonBurnJson,
  jettonMasterJson,
  jettonTransferJson,
  jettonWalletJson,
} from '../render/jettonJson.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { ifComplete, isFullyIndexed } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifEventsKnown } from './eventCompleteness.ts'
import { type HintedList, ifChainVerifiedOrHinted, onlyOne } from './hintedList.ts'
import { tokenAnswer } from './tokenAnswer.ts'
import { ifChainVerified, isVerified, missingContracts } from './tokenCompleteness.ts'
import { optionalAddresses, pageValues, windows } from './values.ts'
import { findWatchedOwner, MAX_KNOWN } from './watchedOwner.ts'

const MASTERS = list(jettonMasterJson)
const WALLETS = list(jettonWalletJson)
const TRANSFERS = list(jettonTransferJson)
const BURNS = list(jettonBurnJson)

export function readJettonMasters(values: V3Values<'jetton/masters'>, context: ReadContext): Outcome {
  const addresses = optionalAddresses(values.address)
  const admins = optionalAddresses(values.admin_address)
  const answer = () => {
    const ids = findJettonMasters(context.reader, { addresses, admins }, values)
    const masters = loadJettonMasters(context.reader, ids)
    return tokenAnswer(context, {
      body: { jetton_masters: deferred(MASTERS, masters, undefined) },
      parties: masters.flatMap(({ address, admin }) => (admin ? [address, admin] : [address])),
    })
  }
  return addresses
    ? ifComplete(context, missingContracts(context, addresses), answer)
    : ifChainVerified(context, answer)
}

export function readJettonWallets(values: V3Values<'jetton/wallets'>, context: ReadContext): Outcome {
  const filter = {
    addresses: optionalAddresses(values.address),
    owners: optionalAddresses(values.owner_address),
    jettons: optionalAddresses(values.jetton_address),
    excludesZero: values.exclude_zero_balance,
  }
  const { addresses, owners, jettons } = filter
  const { reader } = context
  const walletsOf = (more: JettonWalletFilter, page: JettonWalletPage) =>
    loadJettonWallets(reader, findJettonWallets(reader, { ...filter, ...more }, page))
  const answer = (more: JettonWalletFilter = {}) => {
    const wallets = walletsOf(more, values)
    return tokenAnswer(context, {
      body: { jetton_wallets: deferred(WALLETS, wallets, undefined) },
      parties: wallets.flatMap(({ address, owner, jetton }) => [address, owner, jetton]),
    })
  }
  if (addresses) return ifComplete(context, missingContracts(context, addresses), answer)
  if (owners && jettons && !findWatchedOwner(context, onlyOne(owners)))
    return ifComplete(context, walletNeeds(context, owners, jettons), answer)
  const all = { limit: MAX_KNOWN, offset: 0 }
  const addressesOf = (more: JettonWalletFilter = {}) =>
    walletsOf({ ...more, excludesZero: false }, all).map(({ address }) => address)
  const hinted: HintedList = {
    list: owners ? 'walletsOfOwner' : 'walletsOfJetton',
    account: onlyOne(owners ?? jettons),
    known: addressesOf,
    belonging: (contracts) => addressesOf({ addresses: contracts }),
    answer: (contracts) => answer({ addresses: contracts }),
  }
  return ifChainVerifiedOrHinted(context, hinted, answer)
}

/** Returns the missing data for wallets of owners, which follow from their jettons. */
function walletNeeds(
  context: ReadContext,
  owners: readonly StdAddress[],
  jettons: readonly StdAddress[],
): MissingData[] {
  if (isFullyIndexed(context) && isVerified(context)) return []
  const { reader } = context
  const pairs = owners.flatMap((owner) => jettons.map((jetton) => ({ owner, jetton })))
  return pairs.flatMap(({ owner, jetton }): MissingData[] => {
    const filter = { owners: [owner], jettons: [jetton] }
    const wallets = loadJettonWallets(reader, findJettonWallets(reader, filter, { limit: 1, offset: 0 }))
    const missing = missingContracts(
      context,
      wallets.map(({ address }) => address),
    )
    return wallets.length > 0 && missing.length === 0 ? [] : [{ kind: 'jettonWallet', owner, jetton }]
  })
}

export function readJettonTransfers(values: V3Values<'jetton/transfers'>, context: ReadContext): Outcome {
  const { owner_address, address, jetton_wallet, jetton_master, direction } = values
  const wallets = optionalAddresses(jetton_wallet)
  const spans = windows(values)
  const page = pageValues(values)
  const filter = {
    owners: optionalAddresses(owner_address ?? (address ? [address] : undefined)),
    direction,
    wallets,
    jettons: optionalAddresses(jetton_master && [jetton_master]),
    ...spans,
  }
  const { reader } = context
  const events = loadJettonTransfers(reader, findJettonTransfers(reader, filter, page))
  return ifEventsKnown(
    context,
    { contracts: wallets, owner: onlyOne(filter.owners), ...spans, page, events },
    () =>
      tokenAnswer(context, {
        body: { jetton_transfers: deferred(TRANSFERS, events, context.decodeBudget) },
        parties: events.flatMap(({ source, destination, contract, jetton, response }) => [
          source,
          destination,
          contract,
          jetton,
          response,
        ]),
        events,
        accounts: wallets,
      }),
  )
}

export function readJettonBurns(values: V3Values<'jetton/burns'>, context: ReadContext): Outcome {
  const { owner_address, address = [], jetton_wallet, jetton_master } = values
  const wallets = optionalAddresses(jetton_wallet)
  const spans = windows(values)
  const page = pageValues(values)
  // Texts that are not addresses do not filter.
  const named = address.filter((one) => one !== null)
  const filter = {
    owners: optionalAddresses(owner_address ?? (named.length > 0 ? named : undefined)),
    wallets,
    jettons: optionalAddresses(jetton_master && [jetton_master]),
    ...spans,
  }
  const { reader } = context
  const events = loadJettonBurns(reader, findJettonBurns(reader, filter, page))
  return ifEventsKnown(
    context,
    { contracts: wallets, owner: onlyOne(filter.owners), ...spans, page, events },
    () =>
      tokenAnswer(context, {
        body: { jetton_burns: deferred(BURNS, events, context.decodeBudget) },
        parties: events.flatMap(({ owner, contract, jetton, response }) => [
          owner,
          contract,
          jetton,
          response,
        ]),
        events,
        accounts: wallets,
      }),
  )
}
