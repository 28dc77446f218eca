import type { ForeignClient } from '../foreignClient.ts'
import { prepareGo } from '../runtimes/goClient.ts'

/** tonutils-go with its default pool, which authenticates itself, under the fast and the secure policy. */
export const tonutilsGoClient: ForeignClient = {
  name: 'tonutils-go 1.12.0',
  prepare: (cache) => prepareGo(cache, import.meta.dirname, 'tonutils-go'),
}
