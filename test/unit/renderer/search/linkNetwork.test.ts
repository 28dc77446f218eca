import { describe, expect, it } from 'vitest'
import { linkNetwork, otherLinkNetwork } from '../../../../src-renderer/search/linkNetwork.ts'

const HEX = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'

describe('linkNetwork', () => {
  it.each([
    `https://testnet.tonviewer.com/transaction/${HEX}`,
    `testnet.tonscan.org/tx/${HEX}`,
    `https://testnet.toncenter.com/api/v3/transactions?hash=${HEX}`,
    `https://testnet.tonapi.io/v2/traces/${HEX}`,
    `https://test-explorer.toncoin.org/transaction?hash=${HEX}`,
    `https://testnet.dton.io/tx/${HEX}`,
    `https://sandbox.tonwhales.com/explorer/address/x/1_${HEX}`,
    `https://testnet-explorer.toncoin.org/x`,
    `http://127.0.0.1:8081/testnet/trace/${HEX}`,
    `https://explorer.example/testnet/tx/${HEX}`,
    `https://tonviewer.com/transaction/${HEX}?testnet=true`,
    `"https://testnet.tonscan.org/tx/${HEX}",`,
    `Look: https://TESTNET.tonscan.org/tx/${HEX}.`,
  ])('names testnet for %s', (text) => {
    expect(linkNetwork(text)).toBe('testnet')
  })

  it.each([
    `https://tonviewer.com/transaction/${HEX}`,
    `tonscan.org/tx/${HEX}`,
    `https://www.tonscan.org/tx/${HEX}`,
    `https://toncenter.com/api/v3/transactions?hash=${HEX}`,
    `https://explorer.toncoin.org/transaction?hash=${HEX}`,
    `https://dton.io/tx/${HEX}`,
    `https://tonwhales.com/explorer/address/x/1_${HEX}`,
    `https://tonapi.io/v2/traces/${HEX}`,
    `http://127.0.0.1:8081/mainnet/trace/${HEX}`,
  ])('names mainnet for %s', (text) => {
    expect(linkNetwork(text)).toBe('mainnet')
  })

  it.each([
    HEX,
    `http://127.0.0.1:8081/trace/${HEX}`,
    `https://explorer.example/tx/${HEX}`,
    `https://tonviewer.com.example.org/transaction/${HEX}`,
    `https://example.org/?from=https://testnet.tonscan.org`,
    'testnet',
    '',
    '((',
  ])('names no network for %j', (text) => {
    expect(linkNetwork(text)).toBeUndefined()
  })
})

describe('otherLinkNetwork', () => {
  const link = `https://testnet.tonviewer.com/transaction/${HEX}`

  it.each(['mainnet', 'devnet', 'sample'] as const)('names the network of a link that %s is not', (kind) => {
    expect(otherLinkNetwork(link, kind)).toBe('testnet')
  })

  it.each(['testnet', 'custom', 'archive'] as const)(
    'names no network where the page can be of it: %s',
    (kind) => {
      expect(otherLinkNetwork(link, kind)).toBeUndefined()
      expect(otherLinkNetwork(HEX, kind)).toBeUndefined()
    },
  )
})
