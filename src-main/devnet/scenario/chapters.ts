import { collection } from './collection.ts'
import { dns } from './dns.ts'
import { extraCurrency } from './extraCurrency.ts'
import { hostileTokens } from './hostileTokens.ts'
import { jettons } from './jettons.ts'
import { library } from './library.ts'
import { multisig } from './multisig.ts'
import { pool } from './pool.ts'
import type { Chapter } from './stage.ts'
import { transfers } from './transfers.ts'
import { vesting } from './vesting.ts'
import { wallets } from './wallets.ts'

/** What is played on a devnet's first start, in this order. */
export const chapters: readonly Chapter[] = [
  wallets,
  transfers,
  jettons,
  collection,
  dns,
  multisig,
  vesting,
  pool,
  extraCurrency,
  library,
  hostileTokens,
]
