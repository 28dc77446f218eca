import { v3Path } from '#shared/schema/v3/client.ts'
import type { dnsRecords } from '#shared/schema/v3/dns.ts'
import type { jettonBurns, jettonMasters, jettonTransfers, jettonWallets } from '#shared/schema/v3/jettons.ts'
import type { metadata } from '#shared/schema/v3/metadata.ts'
import type { multisigOrders, multisigWallets } from '#shared/schema/v3/multisig.ts'
import type { nftCollections, nftItems, nftSales, nftTransfers } from '#shared/schema/v3/nfts.ts'
import type { V3OperationRequest, V3OperationResult } from '#shared/schema/v3/operation.ts'
import type { V3Operations } from '#shared/schema/v3/operations.ts'
import type { vesting } from '#shared/schema/v3/vesting.ts'
import { type Answer, askBare } from './request.ts'

type TokenOperations = {
  'jetton/masters': typeof jettonMasters
  'jetton/wallets': typeof jettonWallets
  'jetton/transfers': typeof jettonTransfers
  'jetton/burns': typeof jettonBurns
  'nft/collections': typeof nftCollections
  'nft/items': typeof nftItems
  'nft/transfers': typeof nftTransfers
  'nft/sales': typeof nftSales
  'dns/records': typeof dnsRecords
  'multisig/wallets': typeof multisigWallets
  'multisig/orders': typeof multisigOrders
  vesting: typeof vesting
  metadata: typeof metadata
}

type Operations = V3Operations & TokenOperations
export type V3Name = keyof Operations
export type V3Request<Name extends V3Name> = V3OperationRequest<Operations[Name]>
export type V3Result<Name extends V3Name> = V3OperationResult<Operations[Name]>

/** Asks an operation of `/api/v3`. Throws ApiFailure, or the signal's reason when the caller gave up. */
export async function askV3<Name extends V3Name>(
  name: Name,
  request: V3Request<Name>,
  signal: AbortSignal,
): Promise<Answer<V3Result<Name>>> {
  const answer = await askBare<V3Result<Name>>(pathOf(name, request), signal)
  if (!answer) throw new Error('an answer without an exception is never absent')
  return answer
}

/** The same where "there is none" has a status of its own (404): undefined then. */
export function findV3<Name extends V3Name>(
  name: Name,
  request: V3Request<Name>,
  signal: AbortSignal,
): Promise<Answer<V3Result<Name>> | undefined> {
  return askBare(pathOf(name, request), signal, [404])
}

function pathOf<Name extends V3Name>(name: Name, request: V3Request<Name>): string {
  return v3Path(name as keyof V3Operations, request as never)
}
