import {
  CROWDED_BLOCK,
  expect,
  expectAccessible,
  expectNoOverflow,
  headSeqno,
  LIBRARY,
  settled,
  shoot,
  test,
  transferPath,
  UNINITIALIZED_RAW,
  WALLET_V4,
} from './fixtures.ts'

type PageCase = {
  readonly name: string
  readonly path: string | ((head: number, transaction: string) => string)
  readonly title: RegExp
  readonly heading: RegExp
}

const PAGES: readonly PageCase[] = [
  { name: 'home', path: '/', title: /^Tonscope$/, heading: /Network/ },
  { name: 'blocks', path: '/blocks', title: /^Blocks/, heading: /^Blocks/ },
  {
    name: 'block',
    path: (head) => `/block/-1/8000000000000000/${head}`,
    title: /^Block \d+ · \(-1,8000000000000000,\d+\)/,
    heading: /^Masterchain block/,
  },
  {
    name: 'block-shards',
    path: (head) => `/block/-1/8000000000000000/${head}?tab=shards`,
    title: /^Block/,
    heading: /^Masterchain block/,
  },
  {
    name: 'block-signatures',
    path: (head) => `/block/-1/8000000000000000/${head}?tab=signatures`,
    title: /^Block/,
    heading: /^Masterchain block/,
  },
  { name: 'shard-block', path: CROWDED_BLOCK, title: /^Block 784/, heading: /^Basechain block/ },
  { name: 'account', path: `/account/${WALLET_V4}`, title: /^Account UQARtE…ZvrH/, heading: /UQARtE/ },
  {
    name: 'account-contract',
    path: `/account/${WALLET_V4}?tab=contract`,
    title: /^Account/,
    heading: /UQARtE/,
  },
  { name: 'account-raw', path: `/account/${WALLET_V4}?tab=raw`, title: /^Account/, heading: /UQARtE/ },
  { name: 'account-uninitialized', path: `/account/${UNINITIALIZED_RAW}`, title: /^Account/, heading: /UQC/ },
  {
    name: 'transaction',
    path: (_, transaction) => transaction,
    title: /^Transaction/,
    heading: /sent|received|called/,
  },
  {
    name: 'cell',
    path: '/cell?boc=te6ccgEBAQEAAwAAAgE%3D',
    title: /^Cell inspector/,
    heading: /^Cell inspector/,
  },
  { name: 'config', path: '/config', title: /^Configuration/, heading: /^Configuration/ },
  { name: 'library', path: `/library/${LIBRARY}`, title: /^Library/, heading: /^Public library/ },
  { name: 'not-found', path: '/no/such/page', title: /^Page not found/, heading: /^Page not found/ },
]

for (const { name, path, title, heading } of PAGES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${name} in ${theme} is accessible and fits`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme })
      const target = typeof path === 'string' ? path : path(await headSeqno(page), await transferPath(page))
      await page.goto(target)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await settled(page)
      await expectNoOverflow(page)
      await expectAccessible(page)
      await shoot(page, `${name}-${theme}`)
      for (const width of theme === 'light' ? [1024, 390] : []) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoOverflow(page)
        await shoot(page, `${name}-${theme}-${width}`)
      }
    })
  }
}
