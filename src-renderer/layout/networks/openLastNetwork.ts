import type { NETWORKS_PATH, Networks } from '#shared/schema/networks.ts'
import { base } from '../../api/base.ts'
import { readNetworkChoice } from '../../settings/localSettings.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof NETWORKS_PATH = '/api/tonscope/networks'
/** The default network is shown if the list takes longer. */
const DEADLINE_MS = 1_000

/** Returns whether the window was opened at the origin, and not reloaded or moved in its history. */
function isFreshStart(): boolean {
  const { pathname, search, hash } = location
  const [navigation] = performance.getEntriesByType('navigation')
  const isVisit = (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate'
  return isVisit && base.path === '' && `${pathname}${search}${hash}` === '/'
}

/**
 * Opens the home page of the network that was chosen last, if the window was opened at the origin without a page.
 * @returns true if the window leaves this page
 */
export async function openLastNetwork(): Promise<boolean> {
  const name = readNetworkChoice()
  if (name === undefined || !isFreshStart()) return false
  try {
    const response = await fetch(PATH, { signal: AbortSignal.timeout(DEADLINE_MS) })
    const { networks } = (await response.json()) as Partial<Networks>
    const chosen = networks?.find((entry) => entry.name === name)
    if (!chosen || chosen.base === '') return false
    location.replace(`${chosen.base}/`)
    return true
  } catch {
    // The gateway does not answer: the page of the default network says so.
    return false
  }
}
