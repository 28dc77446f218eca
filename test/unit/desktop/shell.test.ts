import { describe, expect, it, vi } from 'vitest'
import * as fake from '../../fakes/electron.ts'

vi.mock('electron', () => import('../../fakes/electron.ts'))
const { setUpIpc, IpcRefusedError } = await import('../../../src-main/desktop/ipc.ts')
const { openWindow, focusWindow } = await import('../../../src-main/desktop/window.ts')
const { setUpQuit } = await import('../../../src-main/desktop/quit.ts')
const { parseDeepLink, deepLinkOf } = await import('../../../src-main/desktop/deepLink.ts')

const ORIGIN = 'http://127.0.0.1:8081'
const page = (url: string) => ({ senderFrame: { url, parent: null } })

describe('openWindow', () => {
  it('opens a sandboxed, isolated window on our origin with both permission handlers set', () => {
    const window = openWindow(ORIGIN, '/account/x') as unknown as fake.BrowserWindow
    const { session } = window.webContents
    const granted: boolean[] = []
    const ask = (permission: string, url: string) =>
      session.request?.(null as never, permission as never, (ok) => granted.push(ok), {
        requestingUrl: url,
      } as never)
    ask('clipboard-sanitized-write', `${ORIGIN}/`)
    ask('clipboard-sanitized-write', 'https://evil.example/')
    ask('geolocation', `${ORIGIN}/`)
    const { preload, ...preferences } = window.options.webPreferences ?? {}
    expect({ loaded: window.loaded, preferences, granted, check: session.check !== null }).toEqual({
      loaded: `${ORIGIN}/account/x`,
      preferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
      granted: [true, false, false],
      check: true,
    })
    expect(preload).toMatch(/preload[/\\]index\.cjs$/)
    expect(session.device?.({} as never)).toBe(false)
  })

  it('is focused and sent to another page by a second start', () => {
    const window = openWindow(ORIGIN) as unknown as fake.BrowserWindow
    focusWindow(window as never, '/block/-1/8000000000000000/7')
    expect([window.focused, window.webContents.sent]).toEqual([
      true,
      [['desktop:navigate', '/block/-1/8000000000000000/7']],
    ])
  })
})

describe('setUpIpc', () => {
  const handlers = {
    'desktop:info': {
      check: (argument: unknown): argument is undefined => argument === undefined,
      answer: () => ({ version: '1', electron: '45', platform: 'linux', origin: ORIGIN, dataDir: '/data' }),
    },
    'desktop:theme': {
      check: (argument: unknown): argument is 'dark' => argument === 'dark',
      answer: () => undefined,
    },
    'desktop:open-data-dir': {
      check: (argument: unknown): argument is undefined => argument === undefined,
      answer: () => undefined,
    },
  }

  it('answers our own page only, and only well-shaped arguments', () => {
    const undo = setUpIpc(ORIGIN, handlers)
    const info = fake.ipcMain.handlers.get('desktop:info')
    const theme = fake.ipcMain.handlers.get('desktop:theme')
    expect(info?.(page(`${ORIGIN}/`), undefined)).toMatchObject({ origin: ORIGIN })
    expect(() => info?.(page('https://evil.example/'), undefined)).toThrow(IpcRefusedError)
    expect(() => info?.({ senderFrame: { url: `${ORIGIN}/`, parent: {} } }, undefined)).toThrow(
      IpcRefusedError,
    )
    expect(() => info?.({ senderFrame: null }, undefined)).toThrow(IpcRefusedError)
    expect(() => theme?.(page(`${ORIGIN}/`), { evil: true })).toThrow('wrong shape')
    undo()
    expect(fake.ipcMain.handlers.size).toBe(0)
  })
})

describe('setUpQuit', () => {
  it('closes the gateway once, then exits', async () => {
    let closed = 0
    const undoSignals = process.listeners('SIGTERM').length
    setUpQuit(async () => {
      closed++
    })
    fake.app.quit()
    await vi.waitFor(() => expect(fake.app.exitCode).toBe(0))
    expect([closed, process.listeners('SIGTERM').length]).toEqual([1, undoSignals + 1])
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT')
  })
})

describe('parseDeepLink', () => {
  it.each([
    ['tonscope://home', { kind: 'page', path: '/' }],
    [
      'tonscope://account/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      {
        kind: 'page',
        path: '/account/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      },
    ],
    ['tonscope://block/-1/8000000000000000/860', { kind: 'page', path: '/block/-1/8000000000000000/860' }],
    ['tonscope://account/%00%3Cscript', { kind: 'unknown', text: 'tonscope://account/%00%3Cscript' }],
    ['tonscope://block/%E0%A4%A', { kind: 'unknown', text: 'tonscope://block/%E0%A4%A' }],
    ['tonscope://settings/wipe', { kind: 'unknown', text: 'tonscope://settings/wipe' }],
    ['ton://transfer/EQ', { kind: 'unknown', text: 'ton://transfer/EQ' }],
  ])('parses %s', (text, link) => expect(parseDeepLink(text)).toEqual(link))

  it('is found among the arguments of a second start', () => {
    expect(deepLinkOf(['electron', '.', 'tonscope://home'])).toEqual({ kind: 'page', path: '/' })
    expect(deepLinkOf(['electron', '.'])).toBeUndefined()
  })
})
