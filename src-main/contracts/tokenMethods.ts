import { methodIdOf } from '#shared/ton/methodId.ts'

/** The get-method that every contract of a kind has (TEP-74, TEP-62). */
export const TOKEN_METHODS = {
  jetton_master: 'get_jetton_data',
  jetton_wallet: 'get_wallet_data',
  nft_collection: 'get_collection_data',
  nft_item: 'get_nft_data',
} as const
export type TokenKind = keyof typeof TOKEN_METHODS

const METHOD_IDS = Object.entries(TOKEN_METHODS).map(
  ([kind, method]) => [kind as TokenKind, methodIdOf(method)] as const,
)
const ALL_KINDS = METHOD_IDS.map(([kind]) => kind)

/**
 * Returns the kinds of token that a contract can be.
 * @param methods ids of its methods; undefined where its code does not tell
 */
export function possibleTokenKinds(methods: readonly number[] | undefined): readonly TokenKind[] {
  if (!methods) return ALL_KINDS
  return METHOD_IDS.filter(([, id]) => methods.includes(id)).map(([kind]) => kind)
}
