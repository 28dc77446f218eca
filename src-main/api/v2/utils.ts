import { formatFriendlyAddress, formatRawAddress, type TonAddress } from '#shared/ton/address.ts'
import { hashToBase64, hashToBase64Url, hashToHex } from '#shared/ton/hash.ts'
import type { V2Handler } from './context.ts'

function addressVariant(address: TonAddress, bounceable: boolean) {
  return {
    '@type': 'ext.utils.detectedAddressVariant' as const,
    b64: formatFriendlyAddress(address, { bounceable, alphabet: 'standard' }),
    b64url: formatFriendlyAddress(address, { bounceable }),
  }
}

function givenType({ bounceable }: TonAddress) {
  if (bounceable === undefined) return 'raw_form'
  return bounceable ? 'friendly_bounceable' : 'friendly_non_bounceable'
}

/** Returns the forms of an address. In a workchain without a friendly form the variants are empty, as in toncenter. */
export const detectAddress: V2Handler<'detectAddress'> = ({ address }) => ({
  '@type': 'ext.utils.detectedAddress',
  raw_form: formatRawAddress(address),
  bounceable: addressVariant(address, true),
  non_bounceable: addressVariant(address, false),
  given_type: givenType(address),
  test_only: address.testOnly ?? false,
})

export const detectHash: V2Handler<'detectHash'> = ({ hash }) => ({
  '@type': 'ext.utils.detectedHash',
  b64: hashToBase64(hash),
  b64url: hashToBase64Url(hash),
  hex: hashToHex(hash),
})

/** Returns an empty text for a workchain without a friendly form, as toncenter does. */
export const packAddress: V2Handler<'packAddress'> = ({ address }) => formatFriendlyAddress(address)

export const unpackAddress: V2Handler<'unpackAddress'> = ({ address }) => formatRawAddress(address, 'upper')
