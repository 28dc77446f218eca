/**
 * The contract between the window and the desktop shell. The window is the same explorer that a browser shows;
 * in a browser `window.tonscope` is absent and the explorer does without these few things.
 */

export type DesktopInfo = {
  readonly version: string
  readonly electron: string
  /** process.platform of the shell. */
  readonly platform: string
  /** The gateway's origin, `http://127.0.0.1:8081`. */
  readonly origin: string
  /** Where settings and network files live. */
  readonly dataDir: string
}

export type DesktopTheme = 'system' | 'light' | 'dark'

/** Every IPC channel: the argument the window sends and what the shell answers. */
export type DesktopChannels = {
  'desktop:info': { argument: undefined; answer: DesktopInfo }
  'desktop:theme': { argument: DesktopTheme; answer: undefined }
  'desktop:open-data-dir': { argument: undefined; answer: undefined }
}

export type DesktopChannel = keyof DesktopChannels

export const DESKTOP_CHANNELS = [
  'desktop:info',
  'desktop:theme',
  'desktop:open-data-dir',
] as const satisfies readonly DesktopChannel[]

/** What the preload script exposes as `window.tonscope`. */
export type DesktopBridge = {
  info(): Promise<DesktopInfo>
  setTheme(theme: DesktopTheme): Promise<undefined>
  openDataDir(): Promise<undefined>
  /** The shell asks the window to show a page of the explorer (a deep link, a second start). */
  onNavigate(listener: (path: string) => void): () => void
}

/** The channel on which the shell sends the window a path to show. */
export const NAVIGATE_CHANNEL = 'desktop:navigate'

export function isDesktopTheme(value: unknown): value is DesktopTheme {
  return value === 'system' || value === 'light' || value === 'dark'
}
