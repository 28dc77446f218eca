import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import { readDecimals } from '../format/units.ts'
import type { Identity } from './identity.ts'

export type TokenType = NonNullable<TokenInfoJson['type']>

/** Returns an account's metadata as a token of one kind. */
export function tokenOf(identity: Identity | undefined, type: TokenType): TokenInfoJson | undefined {
  return identity?.tokens.find((token) => token.type === type)
}

/** Fields of TEP-64 in on-chain content. */
type Content = Readonly<Record<string, unknown>>

/** Metadata of a token: fetched values, otherwise those of its on-chain content. */
export type TokenWords = {
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly description: string | undefined
  readonly image: string | undefined
  /** Decimals of a jetton; undefined if the token has no valid number. */
  readonly decimals: number | undefined
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** URL of off-chain metadata. */
  readonly uri: string | undefined
}

const MAX_ATTRIBUTES = 60

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads `attributes` in OpenSea's format: `[{"trait_type": "Colour", "value": "Red"}]`. */
function attributesOf(given: unknown): TokenWords['attributes'] {
  const list: unknown[] = Array.isArray(given) ? given.slice(0, MAX_ATTRIBUTES) : []
  return list.flatMap((entry) => {
    const { trait_type: type, value } = (entry ?? {}) as Record<string, unknown>
    const name = textOf(type)
    if (name === undefined || !['string', 'number', 'boolean'].includes(typeof value)) return []
    return [{ name, value: String(value) }]
  })
}

/** Returns the image that the metadata service prepared, otherwise the token's own URL. */
function imageOf(info: TokenInfoJson | undefined, content: Content | undefined): string | undefined {
  return textOf(info?.extra?._image_medium) ?? textOf(info?.image) ?? textOf(content?.image)
}

export function tokenWords(info: TokenInfoJson | undefined, content?: Content | null): TokenWords {
  const extra = info?.extra ?? {}
  const chain = content ?? undefined
  return {
    name: textOf(info?.name) ?? textOf(chain?.name) ?? textOf(extra.domain) ?? textOf(chain?.domain),
    symbol: textOf(info?.symbol) ?? textOf(chain?.symbol),
    description: textOf(info?.description) ?? textOf(chain?.description),
    image: imageOf(info, chain),
    decimals: readDecimals(extra.decimals ?? chain?.decimals),
    attributes: attributesOf(extra.attributes),
    uri: textOf(extra.uri) ?? textOf(chain?.uri),
  }
}

/** Returns whether decimals are certain: off-chain metadata that were not fetched can have other ones. */
export function hasKnownDecimals(info: TokenInfoJson | undefined, content?: Content | null): boolean {
  if (info?.extra?.decimals !== undefined || content?.decimals !== undefined) return true
  return info?.valid === true
}
