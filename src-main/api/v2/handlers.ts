import * as accounts from './accounts.ts'
import * as blocks from './blocks.ts'
import * as config from './config.ts'
import type { V2Handlers } from './context.ts'
import * as transactions from './transactions.ts'
import * as utils from './utils.ts'

/** The handler of every operation, by its name. */
export const v2Handlers: V2Handlers = { ...blocks, ...transactions, ...accounts, ...config, ...utils }
