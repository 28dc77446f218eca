import type { Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  headSeqno,
  hexOf,
  history,
  LIBRARY,
  settled,
  shoot,
  test,
  WALLET_V4,
  WALLET_V4_RAW,
} from './fixtures.ts'

const HASH = WALLET_V4_RAW.slice(2)
/** A hash with repeated slashes, one of them the first character. */
const SLASHED = '//+Zd4QlP4PDPV9j+uSt5a9iew6//jjiLUbmiMk//8I='

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Latest blocks' })).toBeVisible()
})

test('the slash and Ctrl K focus the box, Escape leaves it', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(box).not.toBeFocused()
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
})

test('Escape returns the focus to where it was, before and after the box is loaded', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  const link = page.getByRole('link', { name: 'Blocks' }).first()
  for (const key of ['/', 'Control+k']) {
    await link.focus()
    await page.keyboard.press(key)
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.type('text')
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()
    await expect(box).toHaveValue('')
  }
})

for (const [form, text] of [
  ['friendly', WALLET_V4],
  ['raw', WALLET_V4_RAW],
  ['non-bounceable for test networks', '0QARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZkFN'],
  ['a link', `https://tonviewer.com/${WALLET_V4}`],
] as const) {
  test(`an address leads to its account: ${form}`, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
    await expect(page.getByRole('option', { name: /^Account.*active/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/account\//)
    await expect(page.getByText('wallet v4 r2').first()).toBeVisible()
  })
}

for (const text of ['412', '(-1,8000000000000000,412)', '-1:8000000000000000:412']) {
  test(`a block id leads to its block: ${text}`, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
    await page.getByRole('option', { name: /Masterchain block 412/ }).click()
    await expect(page).toHaveURL(/\/block\/-1\/8000000000000000\/412$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Masterchain block\s*412/)
  })
}

test('a seqno beyond the head shows the head', async ({ page }) => {
  const head = await headSeqno(page)
  await page.getByRole('combobox', { name: 'Search' }).fill(String(head + 1))
  const option = page.getByRole('option', { name: /Not produced yet/ })
  await expect(option).toHaveText(new RegExp(`latest is ${head}`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
})

test('lt and hash find a transaction without an index', async ({ page }) => {
  const [newest] = await history(page, WALLET_V4, 1)
  const { lt, hash } = newest?.transaction_id ?? { lt: '', hash: '' }
  await page.getByRole('combobox', { name: 'Search' }).fill(`${lt}:${hash}`)
  await expect(page.getByRole('option', { name: /^Transaction/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`)
})

test('a link with account and lt finds the transaction', async ({ page }) => {
  const [newest] = await history(page, WALLET_V4, 1)
  const { lt, hash } = newest?.transaction_id ?? { lt: '', hash: '' }
  const box = page.getByRole('combobox', { name: 'Search' })
  const link = (at: string) => `http://127.0.0.1:8081/api/v3/transactions?account=${WALLET_V4_RAW}&lt=${at}`
  await box.fill(link(`${BigInt(lt) + 1n}`))
  await expect(page.getByText(/^The account has no transaction at lt/)).toBeVisible()
  await expect(page.getByRole('option', { name: /^Account/ })).toBeVisible()
  await box.fill(link(lt))
  await expect(page.getByRole('option').first()).toHaveText(/^Transaction/)
  await box.press('Enter')
  await expect(page).toHaveURL(`/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`)
})

test('a link of another network says so, and leads there', async ({ page }) => {
  await page.route('**/api/tonscope/networks', async (route) => {
    const answer = (await (await route.fetch()).json()) as { networks: { kind: string; base: string }[] }
    const [own] = answer.networks
    const other = { ...own, name: 'testnet', title: 'Testnet', kind: 'testnet', base: '/testnet' }
    const networks = [...answer.networks.filter(({ kind }) => kind !== 'testnet'), other]
    await route.fulfill({ json: { ...answer, networks } })
  })
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill(`https://testnet.tonviewer.com/transaction/${HASH}`)
  await expect(page.getByText(/^This is a link to testnet; this page shows /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open it on Testnet' })).toHaveAttribute(
    'href',
    `/testnet/tx/${HASH}`,
  )
  await shoot(page, 'search-other-network')
  await box.fill(`http://127.0.0.1:8081/tx/${HASH}`)
  await expect(page.getByText(/^This is a link to/)).toHaveCount(0)
})

test("the protocol's accounts are found by their roles", async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  for (const [text, name] of [
    ['elector', 'Elector'],
    ['configuration', 'Config'],
    ['burn address', 'Zero address'],
  ] as const) {
    await box.fill(text)
    await expect(page.getByRole('option').first()).toHaveText(new RegExp(`^${name}`))
  }
  await shoot(page, 'search-system')
  await box.fill('elector')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/Ef/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Elector')
})

test('labels of mainnet are marked, give way to the own label, and are found by name', async ({ page }) => {
  type Status = { network: { id: string; kind: string } }
  const bridge = '-1:4d5c0210b35daddaa219fac459dba0fdefb1fae4e97a0d0797739fe050d694ca'
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`/account/${bridge}`)
  await settled(page)
  await expect(heading).not.toContainText('BSC Bridge')
  let id = ''
  await page.route('**/api/tonscope/status', async (route) => {
    const status = (await (await route.fetch()).json()) as Status
    id = status.network.id
    await route.fulfill({ json: { ...status, network: { ...status.network, kind: 'mainnet' } } })
  })
  await page.goto(`/account/${bridge}`)
  await expect(heading).toContainText('BSC Bridge')
  const chip = page.getByTitle(/^Label \(bridge\) of the public list .*, not from the chain$/)
  await expect(chip.first()).toHaveText('label · bridge')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('bsc bridge')
  await expect(page.getByRole('option').first()).toHaveText(/^BSC BridgeLabel: bridge · /)
  await shoot(page, 'search-labels')
  await box.press('Escape')
  await page.evaluate<void>(
    `localStorage.setItem(${JSON.stringify(`tonscope.labels.${id}`)}, JSON.stringify([["${bridge}", "My bridge"]]))`,
  )
  await page.reload()
  await expect(heading).toContainText('My bridge')
  await expect(chip.first()).toHaveText('label “BSC Bridge” · bridge')
})

test('an account is found by its hash after 0x, in quotes and with invisible characters', async ({
  page,
}) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  for (const text of [`0x${HASH}`, `"${WALLET_V4}"`, `${WALLET_V4.slice(0, 9)}\u200b${WALLET_V4.slice(9)}`]) {
    await box.fill(text)
    await expect(page.getByRole('option', { name: /^Account/ })).toBeVisible()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/account/${WALLET_V4}`)
})

test('old paths and those of other explorers lead to the same pages', async ({ page }) => {
  const [newest] = await history(page, WALLET_V4, 1)
  const { lt, hash } = newest?.transaction_id ?? { lt: '', hash: '' }
  for (const [path, expected] of [
    [`/address/${WALLET_V4}`, `/account/${WALLET_V4}`],
    [`/address/${WALLET_V4_RAW}?tab=contract`, `/account/${WALLET_V4}?tab=contract`],
    [`/account/${HASH}`, `/account/${WALLET_V4}`],
    ['/block/412', '/block/-1/8000000000000000/412'],
    ['/block/(-1,8000000000000000,412)', '/block/-1/8000000000000000/412'],
    [`/transaction/${WALLET_V4}/${lt}/${hash}`, `/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`],
    [`/tx/${lt}:${hexOf(hash)}`, `/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`],
    [`/tx/${LIBRARY}`, `/library/${LIBRARY}`],
    [`/#/tx/${lt}:${hexOf(hash)}`, `/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`],
    [`/#/transaction/${WALLET_V4}/${lt}/${hash}`, `/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`],
    [`/#/address/${WALLET_V4_RAW}`, `/account/${WALLET_V4}`],
    [`/#!/account/${WALLET_V4}`, `/account/${WALLET_V4}`],
    [`/#/trace/${hash}`, `/trace/${hexOf(hash)}`],
    [`/trace/${SLASHED}`, `/trace/${hexOf(SLASHED)}`],
    [`/message/${SLASHED}/`, `/trace/${hexOf(SLASHED)}`],
    [`/#/trace/${SLASHED}`, `/trace/${hexOf(SLASHED)}`],
    [`/?address=${WALLET_V4_RAW}`, `/account/${WALLET_V4}`],
    ['/#/block/412', '/block/-1/8000000000000000/412'],
    [`/account/${WALLET_V4_RAW}/`, `/account/${WALLET_V4}`],
    [`/account/${WALLET_V4}/?tab=contract`, `/account/${WALLET_V4}?tab=contract`],
    ['/block/-1/8000000000000000/412/', '/block/-1/8000000000000000/412'],
    ['/#/no/such/page', '/#/no/such/page'],
    ['/blocks/#page', '/blocks#page'],
  ] as const) {
    // A link that differs in its fragment alone is opened without loading the page.
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page, path).toHaveURL(expected)
  }
  await page.goto('/')
  await settled(page)
  await page.goto(`/#/address/${WALLET_V4_RAW}`)
  await expect(page).toHaveURL(`/account/${WALLET_V4}`)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goto('/address/EQwrong')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test("a bare hash offers existing objects and shows the index's coverage", async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill(HASH)
  await expect(page.getByRole('option', { name: /^Account/ })).toBeVisible()
  await expect(page.getByText(/^No indexed transaction, message or block has this hash/)).toBeVisible()
  await box.fill(LIBRARY)
  await expect(page.getByRole('option', { name: /^Library/ })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'search-hash')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public library')
})

/** Holds the answers of paths that match back; returns a function that lets them pass. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

for (const [first, held] of [
  ['an account', '**/api/tonscope/index/hash**'],
  ['a transaction', '**/api/v2/getAddressInformation**'],
] as const) {
  test(`Enter opens ${first} that a bare hash shows first, also if more is found after it`, async ({
    page,
    consoleGuard,
  }) => {
    // The page of the opened transaction requests a transaction by the account's hash.
    consoleGuard.allowFailedRequests()
    // No hash is that of an account and a transaction: the look-up is answered for that of another one.
    const [newest] = await history(page, WALLET_V4, 1)
    const { lt, hash } = newest?.transaction_id ?? { lt: '', hash: '' }
    for (const path of ['**/api/tonscope/index/hash**', '**/api/v3/transactions?**']) {
      await page.route(path, (route) => {
        const url = new URL(route.request().url())
        if (url.searchParams.has('hash'))
          url.searchParams.set('hash', path.includes('index') ? hexOf(hash) : hash)
        return route.continue({ url: url.href })
      })
    }
    const release = await hold(page, held)
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.fill(HASH)
    const options = page.getByRole('option')
    const [shown, later] =
      first === 'an account' ? [/^Account/, /^Transaction/] : [/^Transaction/, /^Account/]
    await expect(options.first()).toHaveText(shown)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    release()
    await expect(page.getByRole('option', { name: later })).toBeVisible()
    await expect(options.first()).toHaveText(shown)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(
      first === 'an account' ? /\/account\// : new RegExp(`/transaction/.*/${lt}/`),
    )
  })
}

test('a wrong checksum is named', async ({ page }) => {
  const wrong = `${WALLET_V4.slice(0, 11)}Z${WALLET_V4.slice(12)}`
  await page.getByRole('combobox', { name: 'Search' }).fill(wrong)
  await expect(page.getByText(/^Wrong checksum: character 12/)).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('unrecognized text shows the accepted forms', async ({ page }) => {
  await page.getByRole('combobox', { name: 'Search' }).fill('hello')
  await expect(page.getByText('Not an address, hash, block id, seqno or time.')).toBeVisible()
})

test('recent searches are listed and can be removed', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('412')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/412$/)
  await page.reload()
  await box.click()
  const recent = page.getByRole('option', { name: /Masterchain block 412/ })
  await expect(recent).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'search-recent')
  await page.keyboard.press('Delete')
  await expect(recent).toHaveCount(0)
  await page.reload()
  await box.click()
  await expect(page.getByText(/^Paste an address in any form/)).toBeVisible()
})

test('a page and a theme are found by their names', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('validators')
  await expect(page.getByRole('option', { name: /^Configuration/ })).toBeVisible()
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible()
  await box.fill('dark')
  await expect(page.getByRole('option', { name: /^Dark theme/ })).toBeVisible()
  await box.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(box).toHaveValue('')
})

test('a bag of cells opens the inspector, which changes its bits', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('te6ccgEBAQEAAwAAAgE=')
  await page.getByRole('option', { name: /^Bag of cells/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cell inspector' })).toBeVisible()
  await expect(page.getByText('No known type fits this cell.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit bits' }).click()
  await page.getByRole('textbox', { name: 'Data bits' }).fill('ff_zz')
  await expect(page.getByText(/^✕ Hexadecimal digits/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Data bits' }).fill('0F')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('0f', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add a reference' }).click()
  await expect(page.getByText('8 bits, 1 reference')).toBeVisible()
  // The link has the cell.
  await page.reload()
  await expect(page.getByText('8 bits, 1 reference')).toBeVisible()
})

test('an opcode leads to its messages', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('0x0f8a7ea5')
  await expect(page.getByRole('option', { name: /opcode 0x0f8a7ea5.*jetton transfer/ })).toBeVisible()
})
