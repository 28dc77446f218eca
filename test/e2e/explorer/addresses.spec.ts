import type { Page } from 'playwright/test'
import { formatFriendlyAddress, formatRawAddress, parseAddress } from '../../../src-shared/ton/address.ts'
import { expect, test } from './devnetFixtures.ts'
import { settled, shoot } from './fixtures.ts'

const PAGES = [
  '/',
  '/transactions',
  '/messages',
  '/tokens',
  '/nfts',
  '/controls',
  '/faucet',
  '/sdk',
  '/tools',
]

function formOf(raw: string, bounceable: boolean): string {
  const parsed = parseAddress(raw)
  if (!parsed) throw new Error(`${raw} is not an address`)
  return formatFriendlyAddress(parsed, { bounceable })
}

/** All addresses on the page: in links, tooltips and whole texts. */
function addressesOn(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const texts = [...document.querySelectorAll('main a[href], main [title], main title')].flatMap((element) =>
      [element.getAttribute('href'), element.getAttribute('title'), element.localName === 'title' ? element.textContent : ''])
    texts.push(document.querySelector('main').innerText)
    return texts.flatMap((text) => (text ?? '').replaceAll('%3A', ':').match(/(?<![\\w-])[EUk0]Q[\\w-]{46}(?![\\w-])|(?:0|-1):[0-9a-fA-F]{64}/g) ?? [])
  })()`)
}

/** Collects every address that is ever drawn as text or tooltip, from the first paint on: an account's form must not change. */
const RECORD_FORMS = `
  globalThis.formsDrawn = new Set()
  const note = (text) => {
    for (const form of (text ?? '').match(/(?<![\\w-])[EUk0]Q[\\w-]{46}(?![\\w-])/g) ?? []) globalThis.formsDrawn.add(form)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element) note(target.getAttribute('title'))
      if (target.nodeType === 3) note(target.data)
      for (const node of addedNodes) {
        note(node.textContent)
        if (node instanceof Element) for (const titled of [node, ...node.querySelectorAll('[title]')]) note(titled.getAttribute('title'))
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['title'] })
`

/** Accounts that were drawn in several forms since the page was loaded. */
async function changedForms(page: Page): Promise<string[][]> {
  const drawn = await page.evaluate<string[]>('[...globalThis.formsDrawn]')
  const byAccount = Map.groupBy(drawn, (form) => {
    const parsed = parseAddress(form)
    return parsed && formatRawAddress(parsed)
  })
  return [...byAccount.values()].filter(({ length }) => length > 1)
}

test('each account has the same form of its address on every page', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  // A devnet that has just started answers 503 until its index is open.
  consoleGuard.allowFailedRequests()
  await page.addInitScript(RECORD_FORMS)
  const [alice, jetton] = await Promise.all([devnet.account('alice'), devnet.account('USDT').catch(() => '')])
  const { scenario } = await devnet.status()
  const contracts = scenario.filter(({ kind }) => !/wallet/.test(kind)).map(({ address }) => address)
  await devnet.call('faucet', { address: alice, amount: '1000000000' })
  const forms = new Map<string, Map<string, string>>()
  const keyOf = (text: string) => {
    const parsed = parseAddress(text)
    return parsed && formatRawAddress(parsed)
  }
  const visit = async (path: string) => {
    await page.goto(path)
    await settled(page)
    let shown: string[] = []
    // What an account is comes in after the rows.
    const several = async () => {
      shown = await addressesOn(page)
      const seen = new Map([...forms].map(([key, texts]) => [key, new Set(texts.keys())]))
      for (const text of shown) {
        const key = keyOf(text) ?? ''
        seen.set(key, (seen.get(key) ?? new Set<string>()).add(text))
      }
      return [...seen.values()].filter(({ size }) => size > 1).map((texts) => [...texts])
    }
    await expect.poll(several, { message: path, timeout: 10_000 }).toEqual([])
    expect(await changedForms(page), path).toEqual([])
    for (const text of shown) {
      const key = keyOf(text) ?? ''
      forms.set(key, (forms.get(key) ?? new Map<string, string>()).set(text, path))
    }
  }
  for (const path of PAGES) await visit(path)
  for (const address of [alice, jetton, ...contracts.slice(0, 4)]) {
    if (address !== '') await visit(`/account/${address}`)
  }
  const shown = [...forms.values()].flatMap((texts) => [...texts.keys()])
  expect(shown).toContain(formOf(alice, false))
  expect(shown).toContain(formOf(contracts[0] ?? '', true))
  expect(shown.length).toBeGreaterThan(10)
})

test('a wallet has its non-bounceable form in the URL, as text, in search and in copies', async ({
  page,
  devnet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const alice = await devnet.account('alice')
  const form = formOf(alice, false)
  for (const written of [alice, formOf(alice, true), form]) {
    await page.goto(`/account/${written}`)
    await settled(page)
    await expect(page).toHaveURL(`${devnet.url}/account/${form}`)
    await expect(page.getByRole('banner').last()).toBeVisible()
    await expect(page.locator('main header')).toContainText(form)
  }
  await page.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(form)
  await shoot(page, 'account-wallet-form')
  await page.getByRole('combobox', { name: 'Search' }).fill(formOf(alice, true))
  const option = page.getByRole('option').first()
  await expect(option).toContainText(`${form.slice(0, 6)}…${form.slice(-4)}`)
  await option.click()
  await expect(page).toHaveURL(`${devnet.url}/account/${form}`)
})

test('an account without code has its non-bounceable form', async ({ page, devnet }) => {
  const raw = `0:${'ab'.repeat(32)}`
  await devnet.call('faucet', { address: raw, amount: '1000000000' })
  await page.goto(`/account/${raw}`)
  await settled(page)
  await expect(page).toHaveURL(`${devnet.url}/account/${formOf(raw, false)}`)
})
