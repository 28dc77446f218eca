import { Address } from '@ton/core'
import { formatRawAddress, type TonAddress } from '#shared/ton/address.ts'
import type { StdAddress } from '../store/parsedBlock.ts'

/** Converts an address to the store's form: the workchain as int8, then the account. */
export function stdAddress({ workchain, hash }: Pick<TonAddress, 'workchain' | 'hash'>): StdAddress {
  return Buffer.concat([Buffer.from([workchain & 0xff]), hash])
}

/** Converts @ton/core's address to the store's form. */
export function stdAddressOf({ workChain, hash }: Address): StdAddress {
  return stdAddress({ workchain: workChain, hash })
}

/** Converts an address from the store's form to @ton/core's. */
export function coreAddress(address: StdAddress): Address {
  return new Address(address.readInt8(0), Buffer.from(address.subarray(1)))
}

/** Formats an address in raw form: `0:83DF…`. */
export function rawAddress(address: StdAddress): string {
  return formatRawAddress({ workchain: address.readInt8(0), hash: address.subarray(1) }, 'upper')
}
