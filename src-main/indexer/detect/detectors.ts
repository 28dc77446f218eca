import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
import type { Detector } from './detector.ts'
import { dnsEntry } from './kinds/dnsEntry.ts'
import { getgemsAuction } from './kinds/getgemsAuction.ts'
import { getgemsSale } from './kinds/getgemsSale.ts'
import { jettonMaster } from './kinds/jettonMaster.ts'
import { jettonWallet } from './kinds/jettonWallet.ts'
import { multisig } from './kinds/multisig.ts'
import { multisigOrder } from './kinds/multisigOrder.ts'
import { nftCollection } from './kinds/nftCollection.ts'
import { nftItem } from './kinds/nftItem.ts'
import { telemint } from './kinds/telemint.ts'
import { vesting } from './kinds/vesting.ts'

/** All detectors. Those that use results of others follow them. */
const DETECTORS: readonly Detector[] = [
  jettonMaster,
  jettonWallet,
  nftCollection,
  nftItem,
  dnsEntry,
  getgemsSale,
  getgemsAuction,
  telemint,
  multisig,
  multisigOrder,
  vesting,
]

/**
 * Returns the detectors that can match a code.
 * @param methods ids of its methods; undefined if the code does not reveal them: then all getters are run
 */
export function detectorsFor(
  codeHash: Buffer,
  methods: ReadonlySet<number> | undefined,
): readonly Detector[] {
  if (CONTRACTS.wallets.has(codeHash.toString('base64'))) return []
  const hash = codeHash.toString('hex')
  return DETECTORS.filter(({ codeHashes, methods: lists }) => {
    if (codeHashes) return codeHashes.has(hash)
    return !methods || lists.some((list) => list.every((name) => methods.has(methodIdOf(name))))
  })
}
