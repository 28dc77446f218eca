import { shell, type WebContents } from 'electron'

/** Compared by the URL parser: `http://127.0.0.1:8081@evil` and its kind are not our origin. */
export function isSameOrigin(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(origin).origin
}

/** Returns a link that can be opened in the system's browser: its parsed form if it is https, else undefined. */
export function externalLink(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' && !parsed.username && !parsed.password ? parsed.href : undefined
}

/** The window stays on our origin; https links open in the system's browser, everything else is dropped. */
export function guardNavigation(contents: WebContents, origin: string): void {
  const refuseForeign = (event: { preventDefault(): void; readonly url: string }) => {
    if (isSameOrigin(event.url, origin)) return
    event.preventDefault()
    openExternally(event.url)
  }
  contents.on('will-navigate', refuseForeign)
  contents.on('will-redirect', refuseForeign)
  contents.on('will-frame-navigate', refuseForeign)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternally(url)
    return { action: 'deny' }
  })
}

function openExternally(url: string): void {
  const link = externalLink(url)
  // Without a browser the click does nothing, and the error is only logged.
  if (link) shell.openExternal(link).catch((error) => console.error(`cannot open ${link}:`, error))
}
