import type { DesktopTheme } from '#shared/desktop.ts'
import { desktopBridge } from './bridge.ts'

/** Sends the chosen theme to the desktop shell, which applies it to the window's own parts and menus. */
export function sendTheme(theme: DesktopTheme): void {
  desktopBridge()
    ?.setTheme(theme)
    // The page already has the theme, so an error is only logged.
    .catch((error: unknown) => console.error('The desktop shell refused the theme:', error))
}
