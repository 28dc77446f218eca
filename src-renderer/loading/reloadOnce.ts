import { base } from '../api/base.ts'
import { reloadGuard } from './reloadGuard.ts'

const PROBE_MS = 10_000

/**
 * Reloads the window for a module that could not be loaded, unless this was done before for the same module. Does
 * nothing if the gateway does not answer: the browser's error page would replace the explorer.
 */
export async function reloadOnce(module: string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
  try {
    const { ok } = await fetch(base.at('/'), { method: 'HEAD', cache: 'no-store', signal: deadline })
    if (!ok) return
  } catch {
    // The gateway is unavailable: the caller offers a manual reload.
    return
  }
  if (!signal.aborted && reloadGuard.claim(module)) window.location.reload()
}
