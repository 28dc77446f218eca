import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'

/** Converts values of operations for the store. */

const INT64_MAX = (1n << 63n) - 1n

/** Returns undefined for workchains without accounts. */
export function stdAddress({ workchain, hash }: AccountAddress): StdAddress | undefined {
  if (workchain !== (workchain << 24) >> 24) return undefined
  return Buffer.concat([Buffer.from([workchain & 0xff]), hash])
}

export function stdAddresses(addresses: readonly AccountAddress[] = []): StdAddress[] {
  return addresses.flatMap((address) => stdAddress(address) ?? [])
}

/** Returns undefined without addresses: there is then no filter. */
export function optionalAddresses(
  addresses: readonly AccountAddress[] | undefined,
): StdAddress[] | undefined {
  return addresses && stdAddresses(addresses)
}

export function hashList(hashes: readonly Uint8Array[] = []): Buffer[] {
  return hashes.map(bufferOf)
}

/** Columns are signed; larger values become the largest number, which no row has. */
export function ltValue(lt: bigint): bigint {
  return lt > INT64_MAX ? INT64_MAX : lt
}

type Windows = {
  readonly start_utime?: number | undefined
  readonly end_utime?: number | undefined
  readonly start_lt?: bigint | undefined
  readonly end_lt?: bigint | undefined
}

export function windows({ start_utime, end_utime, start_lt, end_lt }: Windows): {
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
} {
  return {
    utimes: { start: start_utime, end: end_utime },
    lts: {
      start: start_lt === undefined ? undefined : ltValue(start_lt),
      end: end_lt === undefined ? undefined : ltValue(end_lt),
    },
  }
}

export function pageValues({ limit, offset, sort = 'desc' }: Omit<Page, 'sort'> & Partial<Page>): Page {
  return { limit, offset, sort }
}
