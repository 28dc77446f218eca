/**
 * A fake of the few parts of `electron` that src-main/desktop uses: the real module needs Electron's binary,
 * which these tests can't have. It records the calls and lets a test trigger events. Typed
 * against electron's own declarations where a wrong shape would matter.
 */
import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Session } from 'electron'

type Handler = (event: unknown, argument: unknown) => unknown

export class FakeSession {
  request: Parameters<Session['setPermissionRequestHandler']>[0] = null
  check: Parameters<Session['setPermissionCheckHandler']>[0] = null
  device: Parameters<Session['setDevicePermissionHandler']>[0] = null
  setPermissionRequestHandler(handler: typeof this.request) {
    this.request = handler
  }
  setPermissionCheckHandler(handler: typeof this.check) {
    this.check = handler
  }
  setDevicePermissionHandler(handler: typeof this.device) {
    this.device = handler
  }
}

export class FakeWebContents extends EventEmitter {
  readonly session = new FakeSession()
  readonly sent: unknown[][] = []
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  setWindowOpenHandler(handler: typeof this.openHandler) {
    this.openHandler = handler
  }
  send(...message: unknown[]) {
    this.sent.push(message)
  }
  /** Simulates a navigation and returns whether it was allowed. */
  navigate(kind: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', url: string): boolean {
    let allowed = true
    this.emit(kind, {
      url,
      preventDefault: () => {
        allowed = false
      },
    })
    return allowed
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly opened: BrowserWindow[] = []
  readonly webContents = new FakeWebContents()
  readonly options: BrowserWindowConstructorOptions
  loaded: string | undefined
  shown = false
  focused = false
  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    BrowserWindow.opened.push(this)
  }
  async loadURL(url: string) {
    this.loaded = url
  }
  show() {
    this.shown = true
  }
  focus() {
    this.focused = true
  }
  isMinimized() {
    return false
  }
  isDestroyed() {
    return false
  }
  restore() {}
}

class FakeApp extends EventEmitter {
  readonly isPackaged = false
  sandboxed = false
  exitCode: number | undefined
  enableSandbox() {
    this.sandboxed = true
  }
  requestSingleInstanceLock() {
    return true
  }
  async whenReady() {}
  getVersion() {
    return '0.0.0-test'
  }
  exit(code: number) {
    this.exitCode = code
  }
  quit() {
    this.emit('before-quit', { preventDefault() {} })
  }
}

export const app = new FakeApp()
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }
export const shell = {
  opened: [] as string[],
  async openExternal(url: string) {
    shell.opened.push(url)
  },
  async openPath(path: string) {
    shell.opened.push(path)
    return ''
  },
}
export const dialog = {
  errors: [] as string[][],
  showErrorBox(...error: string[]) {
    dialog.errors.push(error)
  },
}
export const Menu = {
  applied: undefined as unknown,
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu(menu: unknown) {
    Menu.applied = menu
  },
}
export const ipcMain = {
  handlers: new Map<string, Handler>(),
  handle(channel: string, handler: Handler) {
    ipcMain.handlers.set(channel, handler)
  },
  removeHandler(channel: string) {
    ipcMain.handlers.delete(channel)
  },
}
