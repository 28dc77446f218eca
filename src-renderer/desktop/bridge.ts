import type { DesktopBridge } from '#shared/desktop.ts'

declare global {
  interface Window {
    /** Provided by the preload script of the desktop shell; absent in a browser. */
    readonly tonscope?: DesktopBridge
  }
}

/** Returns the bridge to the desktop shell; undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return window.tonscope
}
