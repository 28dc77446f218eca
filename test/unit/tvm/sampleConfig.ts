import type { Cell } from '@ton/core'
import { verifyConfigAll } from '../../../src-main/liteserver/verify/config.ts'
import { asker, sampleContext } from '../liteserver/server/sampleServer.ts'

/** The configuration at the sample's head: the root of the dictionary. */
export async function sampleConfig(): Promise<Cell> {
  const context = sampleContext()
  const request = { id: context.store.head(), mode: 0 }
  return verifyConfigAll(request, await asker(context)('getConfigAll', request))
}
