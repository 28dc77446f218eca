import { desktopBridge } from './bridge.ts'

/**
 * Passes each page that the desktop shell requests to `show`, as path, query and fragment.
 * Drops a path that resolves to another origin, such as `//host/`. Returns a function that ends it.
 */
export function followNavigation(show: (path: string) => void): () => void {
  const bridge = desktopBridge()
  if (!bridge) return () => undefined
  return bridge.onNavigate((path) => {
    const { origin } = window.location
    if (!URL.canParse(path, origin)) return
    const url = new URL(path, origin)
    if (url.origin === origin) show(url.pathname + url.search + url.hash)
  })
}
