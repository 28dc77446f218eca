import { describe, expect, it } from 'vitest'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { v3Operations } from '#shared/schema/v3/operations.ts'
import { testApp } from './testApp.ts'

/** Built from src-renderer; they lie with the explorer, which this app doesn't have. */
const BUILT = ['/docs/docs.js', '/docs/docs.css']
/** Pages of the explorer. */
const EXPLORER = ['/', '/access']

const PAGES = ['/docs', '/docs/v3'] as const
const rendered = new Map<string, Promise<string>>()

function page(path: string = '/docs'): Promise<string> {
  const known = rendered.get(path)
  if (known) return known
  const asked = Promise.resolve(testApp().request(path)).then((response) => response.text())
  rendered.set(path, asked)
  return asked
}

function sectionOf(html: string, name: string): string {
  return html.slice(html.indexOf(`<section class="operation" id="${name}"`)).split('</section>')[0] ?? ''
}

describe.each(PAGES)('%s', (path) => {
  it('is a page without inline script or style, whose links lead somewhere', async () => {
    const response = await testApp().request(path)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
    const links = [...html.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, path = '']) => path)
    expect(links).toEqual(expect.arrayContaining([...BUILT, ...EXPLORER]))
    for (const link of links.filter((one) => ![...BUILT, ...EXPLORER].includes(one))) {
      expect([link, (await testApp().request(link)).status]).toEqual([link, 200])
    }
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    expect([...html.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !ids.has(id))).toEqual([])
  })

  it('has every id once, and a label for every field', async () => {
    const html = await page(path)
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const labelled = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id))
    const fields = [...html.matchAll(/<(?:input|select|textarea) id="(try-[^"]+)"/g)].map(([, id]) => id)
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter((id) => !labelled.has(id))).toEqual([])
  })
})

describe('/docs', () => {
  it('has one section for each operation, aliases told inside', async () => {
    const html = await page()
    const names = [...html.matchAll(/<section class="operation" id="([^"]+)"/g)].map(([, name]) => name)
    expect(names.toSorted()).toEqual([...Object.keys(v2Operations), 'jsonRPC', 'healthcheck'].toSorted())
    expect(sectionOf(html, 'getShards')).toContain('Answers at <code>/api/v2/shards</code> too.')
  })

  it.each([
    ['getShards', ['GET', 'POST', 'JSON-RPC']],
    ['runGetMethod', ['POST', 'JSON-RPC']],
    ['jsonRPC', ['POST']],
    ['healthcheck', ['GET']],
  ])('%s can be tried by %j', async (name, forms) => {
    const section = sectionOf(await page(), name)
    expect([...section.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, form]) => form)).toEqual(forms)
  })

  it('tells variants, failures and defaults', async () => {
    const html = await page()
    const token = sectionOf(html, 'getTokenData')
    for (const text of ['ext.tokens.jettonMasterData', 'Smart contract is not Jetton or NFT', 'onchain'])
      expect(token).toContain(text)
    expect(sectionOf(html, 'getTransactions')).toContain('default <code>10</code>')
  })

  it('is where /api/v2 leads to', async () => {
    const response = await testApp().request('/api/v2')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs'])
  })
})

describe('/docs/v3', () => {
  it('has one section for each operation, aliases told inside', async () => {
    const html = await page('/docs/v3')
    const names = [...html.matchAll(/<section class="operation" id="([^"]+)"/g)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(Object.keys(v3Operations).toSorted())
    expect(sectionOf(html, 'addressInformation')).toContain('Answers at <code>/api/v3/account</code> too.')
  })

  it.each([
    ['transactions', ['GET']],
    ['decode', ['GET', 'POST']],
    ['runGetMethod', ['POST']],
  ])('%s can be tried by %j', async (name, forms) => {
    const section = sectionOf(await page('/docs/v3'), name)
    expect([...section.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, form]) => form)).toEqual(forms)
  })

  it('tells records, failures and defaults', async () => {
    const html = await page('/docs/v3')
    const transactions = sectionOf(html, 'transactions')
    for (const text of ['TransactionDescr', 'masterchain block 123 not found', 'default <code>10</code>'])
      expect(transactions).toContain(text)
    expect(sectionOf(html, 'message')).toContain('is sent for good')
  })

  it('is where /api/v3 leads to', async () => {
    const response = await testApp().request('/api/v3')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/v3'])
  })
})
