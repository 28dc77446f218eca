import type { DetectedTokenContract } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { loadAddresses } from '../../store/queries/accountIds.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { readSortableInteger } from '../../store/sortableInteger.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { coreAddress } from '../stdAddress.ts'
import { addressSlice, type Contract, intValue } from './contract.ts'

/**
 * Returns whether a master or collection no longer acknowledges one of its verified wallets or items: then all of
 * them must be verified again.
 */
export async function isRecheckNeeded(
  reader: Reader,
  account: bigint | undefined,
  contracts: readonly DetectedTokenContract[],
  contract: Contract,
): Promise<boolean> {
  if (account === undefined) return false
  const kinds = contracts.map(({ kind }) => kind)
  if (kinds.includes('jetton_master') && !(await stillGives(contract, walletProbe(reader, account))))
    return true
  return kinds.includes('nft_collection') && !(await stillGives(contract, itemProbe(reader, account)))
}

type Probe = {
  readonly method: string
  readonly argument: Parameters<Contract['results']>[2]
  readonly address: StdAddress
}

async function stillGives(contract: Contract, probe: Probe | undefined): Promise<boolean> {
  if (!probe) return true
  try {
    const results = await contract.results(probe.method, 1, probe.argument)
    return results.address(0).equals(coreAddress(probe.address))
  } catch (error) {
    if (error instanceof ResultShapeError) return false
    throw error
  }
}

function walletProbe(reader: Reader, jetton: bigint): Probe | undefined {
  const [row] = reader.all<{ account: bigint; owner: bigint }>(
    'SELECT account, owner FROM jetton_wallets WHERE jetton = ? ORDER BY id LIMIT 1',
    [jetton],
  )
  if (!row) return undefined
  const addresses = loadAddresses(reader, [row.account, row.owner])
  const [address, owner] = [addresses.get(row.account), addresses.get(row.owner)]
  if (!address || !owner) return undefined
  return { method: 'get_wallet_address', argument: [addressSlice(coreAddress(owner))], address }
}

function itemProbe(reader: Reader, collection: bigint): Probe | undefined {
  const [row] = reader.all<{ account: bigint; item_index: Buffer }>(
    'SELECT account, item_index FROM nft_items WHERE collection = ? ORDER BY item_index LIMIT 1',
    [collection],
  )
  const address = row && loadAddresses(reader, [row.account]).get(row.account)
  if (!row || !address) return undefined
  const argument = [intValue(readSortableInteger(row.item_index))]
  return { method: 'get_nft_address_by_index', argument, address }
}
