import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import { parseMultisigOrder } from '../../../contracts/multisigOrder.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import {
  findMultisigOrders,
  findOrdersOf,
  loadMultisigOrders,
  type MultisigOrderFilter,
  type MultisigOrderRecord,
} from '../../../store/queries/multisigOrders.ts'
import {
  findMultisigs,
  loadMultisigs,
  type MultisigFilter,
  type MultisigRecord,
} from '../../../store/queries/multisigs.ts'
import type { MissingData } from '../reading.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { multisigJson, multisigOrderJson, type ShownOrder } from '../render/multisigJson.ts'
import { ifComplete, isFullyIndexed } from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { ifChainVerified, missingContracts } from './tokenCompleteness.ts'
import { pageValues, stdAddress, stdAddresses } from './values.ts'

export function readMultisigWallets(values: V3Values<'multisig/wallets'>, context: ReadContext): Outcome {
  const { reader } = context
  const filter: MultisigFilter = {
    addresses: given(values.address),
    members: given(values.wallet_address),
  }
  const answer = () => {
    const multisigs = loadMultisigs(reader, findMultisigs(reader, filter, pageValues(values)))
    if (!values.include_orders) return walletsAnswer(context, multisigs, undefined)
    return withAllOrders(context, multisigs, (orders) => walletsAnswer(context, multisigs, orders))
  }
  return filter.addresses
    ? ifComplete(context, missingContracts(context, filter.addresses), answer)
    : ifChainVerified(context, answer)
}

export function readMultisigOrders(values: V3Values<'multisig/orders'>, context: ReadContext): Outcome {
  const { reader } = context
  const filter: MultisigOrderFilter = {
    addresses: given(values.address),
    multisigs: given(values.multisig_address),
  }
  const { addresses, multisigs = [] } = filter
  const page = pageValues(values)
  const answer = () => {
    const orders = loadMultisigOrders(reader, findMultisigOrders(reader, filter, page))
    return ordersAnswer(context, orders, values.parse_actions)
  }
  if (addresses) return ifComplete(context, missingContracts(context, addresses), answer)
  return ifComplete(context, missingContracts(context, multisigs), () => {
    const all = { limit: multisigs.length, offset: 0, sort: 'asc' } as const
    const known = loadMultisigs(reader, findMultisigs(reader, { addresses: multisigs }, all))
    return withAllOrders(context, known, (orders) =>
      isFullyIndexed(context) ? answer() : ordersAnswer(context, pageOf(orders, page), values.parse_actions),
    )
  })
}

function pageOf<T>(rows: readonly T[], { limit, offset, sort }: Page): readonly T[] {
  return (sort === 'desc' ? rows.toReversed() : rows).slice(offset, offset + limit)
}

/**
 * Sorts orders by their numbers, which are in the order of their creation: a part of the chain is read in any order.
 * Numbers that the proposers choose mean nothing.
 */
function byCreation(
  orders: readonly MultisigOrderRecord[],
  multisigs: readonly MultisigRecord[],
): readonly MultisigOrderRecord[] {
  if (multisigs.some(({ nextOrderSeqno }) => nextOrderSeqno < 0n)) return orders
  return orders.toSorted((a, b) => (a.orderSeqno < b.orderSeqno ? -1 : a.orderSeqno > b.orderSeqno ? 1 : 0))
}

/** Returns undefined without a filter. */
function given(addresses: Parameters<typeof stdAddresses>[0] = []): readonly StdAddress[] | undefined {
  return addresses.length === 0 ? undefined : stdAddresses(addresses)
}

/**
 * Returns the answer once all orders of multisigs are known. In an index of a part of the chain they are if there is
 * one for each number that the multisig has assigned.
 */
function withAllOrders(
  context: ReadContext,
  multisigs: readonly MultisigRecord[],
  answer: (orders: readonly MultisigOrderRecord[]) => Outcome,
): Outcome {
  const { reader } = context
  const accounts = multisigs.map(({ account }) => account)
  const orders = loadMultisigOrders(reader, findOrdersOf(reader, accounts))
  if (isFullyIndexed(context)) return ifChainVerified(context, () => answer(orders))
  const counts = Map.groupBy(orders, ({ multisig }) => multisig)
  const isComplete = multisigs.every(
    ({ account, nextOrderSeqno }) => BigInt(counts.get(account)?.length ?? 0) >= nextOrderSeqno,
  )
  const missing = isComplete
    ? missingContracts(
        context,
        orders.map(({ address }) => address),
      )
    : multisigs.map(({ address }): MissingData => ({ kind: 'multisigOrders', multisig: address }))
  return ifComplete(context, missing, () => answer(byCreation(orders, multisigs)))
}

/** @param orders of these multisigs; undefined if they were not requested */
function walletsAnswer(
  context: ReadContext,
  multisigs: readonly MultisigRecord[],
  orders: readonly MultisigOrderRecord[] | undefined,
): Outcome {
  const byMultisig = Map.groupBy(orders ?? [], ({ multisig }) => multisig)
  const shown = multisigs.map((multisig) => ({
    ...multisig,
    orders: orders ? byMultisig.get(multisig.account) : [],
  }))
  const parties = [
    ...multisigs.flatMap(({ address, signers, proposers = [] }) => [address, ...signers, ...proposers]),
    ...(orders ?? []).flatMap(({ address, signers }) => [address, ...signers]),
  ]
  return withDetails(context, { parties }, () =>
    found({
      multisigs: deferred(list(multisigJson), shown, undefined),
      address_book: addressBookJson(context, parties),
    }),
  )
}

function ordersAnswer(
  context: ReadContext,
  orders: readonly MultisigOrderRecord[],
  withActions: boolean,
): Outcome {
  const shown = orders.map((order) => (withActions ? parsed(context, order) : { order, named: [] }))
  const parties = shown.flatMap(({ order, named }) => [
    order.address,
    order.multisigAddress,
    ...order.signers,
    ...named,
  ])
  return withDetails(context, { parties }, () =>
    found({
      orders: deferred(
        list(multisigOrderJson),
        shown.map(({ order }) => order),
        undefined,
      ),
      address_book: addressBookJson(context, parties),
    }),
  )
}

type ParsedOrder = {
  readonly order: ShownOrder
  /** Accounts that the order's actions name. */
  readonly named: readonly StdAddress[]
}

function parsed({ decodeBudget }: ReadContext, order: MultisigOrderRecord): ParsedOrder {
  const what = parseMultisigOrder(parseBocRoot(order.order, { trusted: true }), decodeBudget)
  const named = (what?.accounts ?? []).flatMap(
    ({ workChain: workchain, hash }) => stdAddress({ workchain, hash }) ?? [],
  )
  return { order: { ...order, actions: what?.actions }, named }
}
