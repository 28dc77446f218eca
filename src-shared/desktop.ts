/**
 * The contract between the window and the desktop shell. The window shows the same explorer as a browser. In a browser
 * `window.tonscope` is absent, and the explorer works without it.
 */

/** Facts about the desktop shell. */
export type DesktopInfo = {
  readonly version: string
  readonly electron: string
  /** The `process.platform` of the shell. */
  readonly platform: string
  /** The gateway's origin, `http://127.0.0.1:8081`. */
  readonly origin: string
  /** The directory of settings and network files. */
  readonly dataDir: string
}

/** The theme of the window: that of the system, or a fixed one. */
export type DesktopTheme = 'system' | 'light' | 'dark'

/** Every IPC channel with the window's argument and the shell's answer. */
export type DesktopChannels = {
  'desktop:info': { argument: undefined; answer: DesktopInfo }
  'desktop:theme': { argument: DesktopTheme; answer: undefined }
  'desktop:open-data-dir': { argument: undefined; answer: undefined }
}

/** The name of an IPC channel. */
export type DesktopChannel = keyof DesktopChannels

/** The object that the preload script exposes as `window.tonscope`. */
export type DesktopBridge = {
  info(): Promise<DesktopInfo>
  setTheme(theme: DesktopTheme): Promise<undefined>
  openDataDir(): Promise<undefined>
  /** Calls `listener` when the shell requests a page of the explorer (a deep link, a second start). */
  onNavigate(listener: (path: string) => void): () => void
}

/** The channel on which the shell sends the window a path to open. */
export const NAVIGATE_CHANNEL = 'desktop:navigate'

/** Returns whether a value from the window is a DesktopTheme. */
export function isDesktopTheme(value: unknown): value is DesktopTheme {
  return value === 'system' || value === 'light' || value === 'dark'
}
