import { collection } from './collection.ts'
import { jettons } from './jettons.ts'
import type { Chapter } from './stage.ts'
import { transfers } from './transfers.ts'
import { wallets } from './wallets.ts'

/** What is played on a devnet's first start, in this order. */
export const chapters: readonly Chapter[] = [wallets, transfers, jettons, collection]
