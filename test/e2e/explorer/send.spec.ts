import { beginCell, external, internal, SendMode, storeMessage } from '@ton/core'
import { keyPairFromSeed } from '@ton/crypto'
import { WalletContractV4 } from '@ton/ton'
import { type DevnetApi, expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, settled, shoot } from './fixtures.ts'

const keys = keyPairFromSeed(Buffer.alloc(32, 0xe2))
const wallet = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey })

/** A signed transfer that also deploys the wallet. */
function transfer(seqno: number, comment: string): Buffer {
  const body = wallet.createTransfer({
    seqno,
    secretKey: keys.secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY,
    messages: [internal({ to: wallet.address, value: '0.1', bounce: false, body: comment })],
  })
  const message = external({ to: wallet.address, ...(seqno === 0 && { init: wallet.init }), body })
  return beginCell().store(storeMessage(message)).endCell().toBoc()
}

async function fund(devnet: DevnetApi): Promise<void> {
  await devnet.call('faucet', { address: wallet.address.toRawString(), amount: '5000000000' })
}

test('a fault is shown with its position and its layer', async ({ page }) => {
  await page.goto('/send')
  await settled(page)
  const field = page.getByLabel('Base64 or hexadecimal')
  await field.fill('te6cckEBAQEA!gAAAEysuc0=')
  await expect(page.getByText('“!” at character 13 is neither base64 nor hexadecimal')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the error' }).click()
  await expect(field).toBeFocused()
  expect(await page.evaluate<number>('document.activeElement.selectionStart')).toBe(12)
  await field.fill('b5ee9c72010101')
  await expect(page.getByText(/Wrong bag of cells: The header of the bag of cells is cut off/)).toBeVisible()
  await field.fill(beginCell().storeUint(0, 64).endCell().toBoc().toString('base64'))
  await expect(page.getByText(/Wrong message: This is an internal message/)).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'send-fault')
})

test('a message is decoded, estimated, sent and followed', async ({ page, devnet, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await fund(devnet)
  const boc = transfer(0, 'from the send page')
  await page.goto('/send')
  await settled(page)
  await page
    .getByLabel('File with a message')
    .setInputFiles({ name: 'message.boc', mimeType: 'application/octet-stream', buffer: boc })
  const message = page.getByRole('region', { name: 'Message' })
  await expect(message).toContainText('wallet v4 r2')
  await expect(message).toContainText('uninitialized')
  await message.getByRole('button', { name: 'Estimate fee' }).click()
  await expect(message).toContainText(/Estimated fee\s*0\.\d+ TON/)
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'send-preview')
  await message.getByRole('button', { name: 'Send', exact: true }).click()
  const link = message.getByRole('link', { name: 'Success: open the transaction' })
  await expect(link).toBeVisible()
  await shoot(page, 'send-taken-in')

  // Once more: the wallet refuses its old seqno, and the node returns the TVM's log.
  await message.getByRole('button', { name: 'Send again' }).click()
  const alert = message.getByRole('alert')
  await expect(alert).toContainText('exit 33')
  await expect(alert).toContainText('wrong seqno')
  await expect(alert.getByRole('region', { name: 'VM log' })).toContainText('exitcode=33')
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'send-refused')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await shoot(page, 'send-refused-390')
})

test('the transaction of a sent message is linked', async ({ page, devnet }) => {
  await fund(devnet)
  const { result } = (await (
    await fetch(`${devnet.url}/api/v2/getWalletInformation?address=${wallet.address.toString()}`)
  ).json()) as { result: { seqno?: number } }
  await page.goto('/send')
  await settled(page)
  await page.getByLabel('Base64 or hexadecimal').fill(transfer(result.seqno ?? 0, 'followed').toString('hex'))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('link', { name: 'Success: open the transaction' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('followed')
})

test('a message to a nonexistent account is refused with a text', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  const other = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey, walletId: 5 })
  const message = external({ to: other.address, body: beginCell().endCell() })
  const boc = beginCell().store(storeMessage(message)).endCell().toBoc()
  await page.goto('/send')
  await settled(page)
  await page.getByLabel('Base64 or hexadecimal').fill(boc.toString('base64'))
  await expect(page.getByText('it has no code, and the message has no state init')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('does not exist yet')
})
