import { Address } from '@ton/core'
import { formatRawAddress, type TonAddress } from '#shared/ton/address.ts'
import type { StdAddress } from '../store/facts.ts'

/** An address in the store's form: the workchain as int8, then the account. */
export function stdAddress({ workchain, hash }: Pick<TonAddress, 'workchain' | 'hash'>): StdAddress {
  return Buffer.concat([Buffer.from([workchain & 0xff]), hash])
}

/** The store's form of @ton/core's address. */
export function stdAddressOf({ workChain, hash }: Address): StdAddress {
  return stdAddress({ workchain: workChain, hash })
}

export function coreAddress(address: StdAddress): Address {
  return new Address(address.readInt8(0), Buffer.from(address.subarray(1)))
}

/** `0:83DF…` */
export function rawAddress(address: StdAddress): string {
  return formatRawAddress({ workchain: address.readInt8(0), hash: address.subarray(1) }, 'upper')
}
