import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import { NAVIGATE_CHANNEL } from '#shared/desktop.ts'
import { guardNavigation } from './navigation.ts'
import { restrictPermissions } from './permissions.ts'

const GROUND = { light: '#f6f7f9', dark: '#0d1117' }

/** Opens the one window on the gateway's own origin; call it after the gateway listens. */
export function openWindow(origin: string, path = '/'): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 900,
    minWidth: 420,
    minHeight: 480,
    show: false,
    title: 'Tonscope',
    // The page's own ground, so that the first frame does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  restrictPermissions(window.webContents.session, origin)
  guardNavigation(window.webContents, origin)
  window.once('ready-to-show', () => window.show())
  window.loadURL(new URL(path, origin).href).catch((error) => {
    console.error('the explorer did not load:', error)
  })
  return window
}

/** Brings the window to the front, on another page if one is given. */
export function focusWindow(window: BrowserWindow, path?: string): void {
  if (window.isMinimized()) window.restore()
  window.focus()
  if (path !== undefined) window.webContents.send(NAVIGATE_CHANNEL, path)
}
