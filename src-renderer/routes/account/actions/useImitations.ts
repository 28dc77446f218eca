import { useCallback } from 'react'
import { addressIn } from '../../../actions/describe/details.ts'
import type { TraceFold } from '../../../actions/foldTraces.ts'
import { useIdentities } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { suspicionOf } from '../../../decode/suspicion.ts'
import { tokenOf, tokenWords } from '../../../decode/tokenInfo.ts'

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

/** Returns whether a token of the traces imitates another one by its name or symbol; false while its names are not loaded. */
export function useImitations(traces: readonly TraceFold[]): (address: string) => boolean {
  const { kind } = useNetwork()
  const identities = useIdentities(tokensOf(traces))
  const isMainnet = kind === 'mainnet'
  return useCallback(
    (address) => {
      const key = accountKey(address)
      return TOKEN_TYPES.some((type) => {
        const own = tokenWords(tokenOf(identities.get(key), type))
        const master = type === 'jetton_masters' ? key : undefined
        return suspicionOf({ own, master }, isMainnet) !== undefined
      })
    },
    [identities, isMainnet],
  )
}
