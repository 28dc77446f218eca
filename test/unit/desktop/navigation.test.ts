import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as fake from '../../fakes/electron.ts'

vi.mock('electron', () => import('../../fakes/electron.ts'))
const { externalLink, guardNavigation, isSameOrigin } = await import(
  '../../../src-main/desktop/navigation.ts'
)

const ORIGIN = 'http://127.0.0.1:8081'

describe('isSameOrigin', () => {
  it.each([
    ['http://127.0.0.1:8081/account/x', true],
    ['http://127.0.0.1:8081@evil.example/', false],
    ['http://127.0.0.1:80811/', false],
    ['http://localhost:8081/', false],
    ['https://127.0.0.1:8081/', false],
    ['javascript:alert(1)', false],
    ['not a url', false],
  ])('returns for %s %s', (url, same) => expect(isSameOrigin(url, ORIGIN)).toBe(same))
})

describe('externalLink', () => {
  it.each([
    ['https://ton.org/docs', 'https://ton.org/docs'],
    ['http://ton.org/', undefined],
    ['https://user:secret@ton.org/', undefined],
    ['file:///etc/passwd', undefined],
    ['tonscope://home', undefined],
  ])('returns for %s %s', (url, link) => expect(externalLink(url)).toBe(link))
})

describe('guardNavigation', () => {
  beforeEach(() => {
    fake.shell.opened.length = 0
  })

  it('keeps the window on our origin and hands https links to the browser', () => {
    const contents = new fake.FakeWebContents()
    guardNavigation(contents as never, ORIGIN)
    expect({
      ours: contents.navigate('will-navigate', `${ORIGIN}/block/-1/8000000000000000/1`),
      foreign: contents.navigate('will-navigate', 'https://ton.org/'),
      redirect: contents.navigate('will-redirect', 'http://evil.example/'),
      frame: contents.navigate('will-frame-navigate', 'data:text/html,x'),
      popup: contents.openHandler({ url: 'https://ton.org/popup' }),
      opened: fake.shell.opened,
    }).toEqual({
      ours: true,
      foreign: false,
      redirect: false,
      frame: false,
      popup: { action: 'deny' },
      opened: ['https://ton.org/', 'https://ton.org/popup'],
    })
  })
})
