import { useCallback } from 'react'
import { addressIn } from '../../../actions/describe/details.ts'
import type { TraceFold } from '../../../actions/foldTraces.ts'
import { useIdentities } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { tokenOf, tokenWords } from '../../../decode/tokenInfo.ts'
import { imitationOf } from '../../../format/imitation.ts'

const TOKEN_FIELDS = ['asset', 'nft_item', 'nft_collection'] as const
const TOKEN_TYPES = ['jetton_masters', 'nft_items', 'nft_collections'] as const

function tokensOf(traces: readonly TraceFold[]): string[] {
  const found = traces.flatMap(({ lead, more }) =>
    [lead, ...more].flatMap(({ details }) =>
      TOKEN_FIELDS.flatMap((name) => {
        const address = addressIn(details, name)
        return address === undefined ? [] : [accountKey(address)]
      }),
    ),
  )
  return [...new Set(found)]
}

/** Tells which tokens of the traces bear a name or a symbol that passes for another's, as far as they are known. */
export function useImitations(traces: readonly TraceFold[]): (address: string) => boolean {
  const { kind } = useNetwork()
  const identities = useIdentities(tokensOf(traces))
  const isMainnet = kind === 'mainnet'
  return useCallback(
    (address) => {
      const key = accountKey(address)
      return TOKEN_TYPES.some((type) => {
        const { name, symbol } = tokenWords(tokenOf(identities.get(key), type))
        const master = type === 'jetton_masters' ? key : undefined
        return [name, symbol].some(
          (text) => text !== undefined && imitationOf(text, { master, isMainnet }) !== undefined,
        )
      })
    },
    [identities, isMainnet],
  )
}
