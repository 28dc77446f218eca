import { app, dialog, nativeTheme, shell } from 'electron'
import { isDesktopTheme } from '#shared/desktop.ts'
import { messageOf } from '#shared/messageOf.ts'
import { parseServeArguments } from './cli/arguments.ts'
import { deepLinkOf } from './desktop/deepLink.ts'
import { setUpIpc } from './desktop/ipc.ts'
import { setUpMenu } from './desktop/menu.ts'
import { setUpQuit } from './desktop/quit.ts'
import { focusWindow, openWindow } from './desktop/window.ts'
import { startGateway } from './gateway/gateway.ts'

// Before `ready`, synchronously: the sandbox for every renderer, and one instance only.
app.enableSandbox()
if (!app.requestSingleInstanceLock()) app.exit(0)

/** What follows our own entry in argv: `electron [flags] PATH args…` unpackaged, `tonscope args…` packaged. */
function ownArguments(argv: readonly string[]): string[] {
  const first = app.isPackaged ? 1 : argv.findIndex((arg, index) => index > 0 && !arg.startsWith('--')) + 1
  return argv.slice(first).filter((arg) => !/^tonscope:\/\//i.test(arg))
}

async function start(): Promise<void> {
  const { help: _help, ...settings } = parseServeArguments(ownArguments(process.argv))
  const gateway = await startGateway(settings)
  setUpMenu()
  setUpIpc(gateway.url, {
    'desktop:info': {
      check: (argument) => argument === undefined,
      answer: () => ({
        version: app.getVersion(),
        electron: process.versions.electron ?? '',
        platform: process.platform,
        origin: gateway.url,
        dataDir: gateway.dataDir,
      }),
    },
    'desktop:theme': {
      check: isDesktopTheme,
      answer: (theme) => {
        nativeTheme.themeSource = theme
        return undefined
      },
    },
    'desktop:open-data-dir': {
      check: (argument) => argument === undefined,
      answer: async () => {
        const problem = await shell.openPath(gateway.dataDir)
        if (problem) throw new Error(`${gateway.dataDir} cannot be opened: ${problem}`)
        return undefined
      },
    },
  })
  setUpQuit(() => gateway.close())
  let window = openWindow(gateway.url, deepLinkPath(process.argv))
  const show = (path?: string) => {
    if (window.isDestroyed()) window = openWindow(gateway.url, path)
    else focusWindow(window, path)
  }
  app.on('second-instance', (_event, argv) => show(deepLinkPath(argv)))
  app.on('activate', () => show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

function deepLinkPath(argv: readonly string[]): string | undefined {
  const link = deepLinkOf(argv)
  return link?.kind === 'page' ? link.path : undefined
}

app
  .whenReady()
  .then(start)
  .catch((error: unknown) => {
    dialog.showErrorBox('Tonscope cannot start', messageOf(error))
    app.exit(1)
  })
