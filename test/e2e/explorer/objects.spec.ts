import {
  CROWDED_BLOCK,
  expect,
  history,
  settled,
  test,
  transferPath,
  UNINITIALIZED_RAW,
  WALLET_V4,
  WALLET_V4_RAW,
} from './fixtures.ts'

test.describe('block', () => {
  test('the arrow keys lead to the neighbours', async ({ page }) => {
    await page.goto('/block/-1/8000000000000000/300')
    await expect(page.getByRole('link', { name: 'Next block' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\/301$/)
    await expect(page.getByRole('link', { name: 'Previous block' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(/\/300$/)
  })

  test('after a split both children are found from the parent', async ({ page }) => {
    await page.goto('/block/0/8000000000000000/22')
    await settled(page)
    await expect(page.getByText('before split')).toBeVisible()
    await page.getByRole('link', { name: 'Next block' }).click()
    await expect(page).toHaveURL(/\/block\/0\/4000000000000000\/23$/)
    await expect(page.getByText('after split')).toBeVisible()
    await page.getByRole('link', { name: 'Previous block' }).click()
    await expect(page).toHaveURL(/\/block\/0\/8000000000000000\/22$/)
  })

  test('a crowded block is paged without losing or repeating a transaction', async ({ page }) => {
    await page.goto(CROWDED_BLOCK)
    await expect(page.getByRole('tab', { name: /Transactions\s*251/ })).toBeVisible()
    const seen = new Set<string>()
    for (;;) {
      const rows = page.getByRole('row')
      await expect(rows.nth(1)).toBeVisible()
      const links = page.locator('tbody th a')
      for (const href of await links.evaluateAll((all) => all.map((a) => String(a.getAttribute('href'))))) {
        expect(seen.has(href)).toBe(false)
        seen.add(href)
      }
      const next = page.getByRole('link', { name: 'Next page' })
      if ((await next.count()) === 0) break
      const before = page.url()
      await next.click()
      await expect(page).not.toHaveURL(before)
      await settled(page)
    }
    expect(seen.size).toBe(251)
  })

  test('tabs are in the URL, and Raw shows the unchanged JSON', async ({ page, request }) => {
    await page.goto('/block/-1/8000000000000000/300')
    await page.getByRole('tab', { name: 'Raw' }).click()
    await expect(page).toHaveURL(/\?tab=raw$/)
    const path = '/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=300'
    await expect(page.getByText(`GET ${path}`)).toBeVisible()
    const { result } = (await (await request.get(path)).json()) as { result: unknown }
    const shown = JSON.parse(await page.locator('pre').innerText()) as { result: unknown }
    expect(shown.result).toEqual(result)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true')
  })

  test('a shard block names the masterchain block that commits it', async ({ page }) => {
    await page.goto(CROWDED_BLOCK)
    await expect(page.getByText('Committed in masterchain block').locator('..')).toContainText('790')
    await page.getByRole('tab', { name: 'Shards' }).click()
    await expect(page.getByText(/Neighbours at masterchain block/)).toBeVisible()
  })

  test('a block id with wrong hashes causes a warning', async ({ page }) => {
    const foreign = '0'.repeat(64)
    await page.goto(`/block/-1/8000000000000000/300?root_hash=${foreign}&file_hash=${foreign}`)
    await expect(page.getByText(/The root hash in the link is not the one of this block/)).toBeVisible()
  })
})

test.describe('account', () => {
  test('shows the exact balance, the wallet and its history', async ({ page, request }) => {
    const response = await request.get(`/api/v2/getAddressBalance?address=${WALLET_V4_RAW}`)
    const { result: balance } = (await response.json()) as { result: string }
    await page.goto(`/account/${WALLET_V4}?view=transactions`)
    const whole = balance.slice(0, -9)
    const fraction = balance.slice(-9).replace(/0+$/, '')
    await expect(page.getByText('Balance').locator('..')).toContainText(`${whole}.${fraction} TON`)
    await expect(page.getByText('wallet v4 r2')).toBeVisible()
    await expect(page.getByText(/^seqno \d+$/)).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  })

  test('the whole history is reached page by page', async ({ page }) => {
    const all = await history(page, WALLET_V4, 1000)
    await page.goto(`/account/${WALLET_V4}?view=transactions`)
    const seen = new Set<string>()
    for (;;) {
      await settled(page)
      await expect(page.locator('tbody tr').first()).toBeVisible()
      for (const href of await page
        .locator('tbody th a')
        .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))) {
        expect(seen.has(href)).toBe(false)
        seen.add(href)
      }
      const older = page.getByRole('link', { name: 'Older' })
      if ((await older.count()) === 0) break
      const before = page.url()
      await older.click()
      await expect(page).not.toHaveURL(before)
    }
    expect(seen.size).toBe(all.length)
  })

  test('every form of the address can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/account/${WALLET_V4_RAW}`)
    await page.getByRole('button', { name: 'All forms of the address' }).click()
    await page.getByRole('menuitem', { name: /^Raw/ }).click()
    await expect(page.getByLabel('Copied')).toBeVisible()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(WALLET_V4_RAW)
    await page.getByRole('menuitem', { name: /^Non-bounceable\s*UQ/ }).click()
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toBe('UQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZvrH')
  })

  test('the contract tab names known code by its hash', async ({ page }) => {
    await page.goto(`/account/${WALLET_V4}?tab=contract`)
    await expect(
      page.getByText('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0'),
    ).toBeVisible()
  })

  test('an uninitialized account has coins and no code', async ({ page }) => {
    await page.goto(`/account/${UNINITIALIZED_RAW}`)
    await expect(page.getByText('uninitialized')).toBeVisible()
    await page.getByRole('tab', { name: 'Contract' }).click()
    await expect(page.getByText('This account has no code.')).toBeVisible()
  })
})

test.describe('transaction', () => {
  test('shows phases and messages, and links to its block and to earlier transactions', async ({ page }) => {
    await page.goto(await transferPath(page))
    await settled(page)
    await expect(page.getByText('✓ Hash verified')).toBeVisible()
    for (const phase of ['Storage', 'Credit', 'Compute', 'Action', 'Bounce']) {
      await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^.${phase}`) })).toBeVisible()
    }
    await expect(page.getByRole('row', { name: /In external/ })).toBeVisible()
    const url = page.url()
    await page.getByRole('region', { name: 'State' }).getByRole('link').click()
    await expect(page).not.toHaveURL(url)
    await settled(page)
    await page.getByText('Block', { exact: true }).locator('..').getByRole('link').click()
    await expect(page).toHaveURL(/\/block\/0\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Basechain block/)
  })

  test('a message is followed to the transaction at its other end and back, without an index', async ({
    page,
  }) => {
    const path = await transferPath(page)
    await page.goto(path)
    await page.getByRole('button', { name: 'Receiver' }).click()
    await expect(page).not.toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/received|failed|bounced|called/)
    await page.getByRole('button', { name: 'Sender' }).first().click()
    await expect(page).toHaveURL(path)
  })

  test('hovering an address marks its other mentions', async ({ page }) => {
    await page.goto(await transferPath(page))
    await settled(page)
    await page.getByRole('heading', { level: 1 }).getByRole('link').first().hover()
    await expect(page.locator('[data-marked]').nth(1)).toBeVisible()
  })
})
