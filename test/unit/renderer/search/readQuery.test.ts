import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { bytesToBase64, bytesToHex } from '#shared/ton/base64.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { readQuery } from '../../../../src-renderer/search/readQuery.ts'

const ADDRESS = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const HEX = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'
/** In base64 with slashes and a plus, and with a bare address that ends with the same bytes. */
const BASE64 = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
const SLASHED_HEX = 'fffffe65de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324ffff'
const SLASHED = '///+Zd4QlP4PDPV9j+uSt5a9iew63cjjiLUbmiMk//8='
const BASE64URL = BASE64.replaceAll('+', '-').replaceAll('/', '_').slice(0, -1)
const RAW_HASH = 'ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'
const OTHER = 'EQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZqcC'
const account = { kind: 'account', address: ADDRESS }
const hash = { kind: 'hash', hash: HEX }
const block = (workchain: number, shard: bigint, seqno: number) => ({
  kind: 'block',
  blockId: { workchain, shard, seqno },
})

describe('readQuery', () => {
  it.each([
    ['raw', '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'],
    ['raw, upper case', '0:ED1691307050047117B998B561D8DE82D31FBF84910CED6EB5FC92E7485EF8A7'],
    ['bounceable', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['the other alphabet', 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2'],
    ['spaces around', '  EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2 \n'],
    ['a wallet link', 'ton://transfer/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2?amount=1&text=hi'],
    ['our own link', 'http://127.0.0.1:8081/account/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['our scheme', 'tonscope://account/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['tonviewer', 'https://tonviewer.com/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2?section=tokens'],
    ['tonscan', 'tonscan.org/address/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2#transactions'],
    [
      'the reference explorer',
      'https://explorer.toncoin.org/account?account=EQDtFpEwcFAEcRe5mLVh2N6C0x%2B%2FhJEM7W61%2FJLnSF74p4q2',
    ],
  ])('finds an account: %s', (_, text) => {
    expect(readQuery(text)).toEqual([account])
  })

  it('keeps the flags of the form that was typed', () => {
    const nonBounceable = 'UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz'
    expect(readQuery(nonBounceable)).toEqual([{ kind: 'account', address: nonBounceable }])
  })

  it('calls a wrong checksum a wrong checksum and points at the character', () => {
    const wrong = `${ADDRESS.slice(0, 11)}x${ADDRESS.slice(12)}`
    expect(readQuery(wrong)).toEqual([
      { kind: 'fault', sentence: 'Wrong checksum: character 12 (“x”) is probably mistyped' },
    ])
    const worse = `${wrong.slice(0, 20)}AAAA${wrong.slice(24)}`
    expect(readQuery(worse)[0]).toMatchObject({ sentence: expect.stringMatching(/^Wrong checksum: more/) })
  })

  it('returns the length of a cut address', () => {
    expect(readQuery(ADDRESS.slice(0, 45))).toEqual([
      { kind: 'fault', sentence: 'An address has 48 characters; this one has 45' },
    ])
    expect(readQuery(`0:${HEX.slice(0, 60)}`)).toEqual([
      {
        kind: 'fault',
        sentence: 'A raw address has 64 hexadecimal digits after the colon; here are 60 characters',
      },
    ])
  })

  it.each([
    ['hex', HEX],
    ['upper case', HEX.toUpperCase()],
    ['base64', 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='],
    ['base64url', 'CPUE4WXeEJT-Dwz1fY_rkreWvYnsOt3I44i1G5ojJPM'],
    ['tonviewer', `https://tonviewer.com/transaction/${HEX}`],
    ['tonscan', `https://testnet.tonscan.org/tx/${HEX}`],
    ['base64 in a path', 'https://tonscan.org/tx/CPUE4WXeEJT%2BDwz1fY%2FrkreWvYnsOt3I44i1G5ojJPM%3D'],
  ])('finds a hash: %s', (_, text) => {
    expect(readQuery(text)).toEqual([hash])
  })

  it.each([
    ['lt:hash', `57825216000003:${HEX}`],
    ['a short lt', `48000001:${HEX}`],
    ['base64', '57825216000003:CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='],
    ['a space between', `57825216000003 ${HEX}`],
  ])('finds a transaction by lt and hash: %s', (_, text) => {
    expect(readQuery(text)).toEqual([{ kind: 'transaction', lt: text.split(/[: ]/)[0], hash: HEX }])
  })

  it.each([
    ['tonscan', `https://tonscan.org/tx/57825216000003:${HEX}:${ADDRESS}`],
    ['our own link', `http://localhost:8081/transaction/${ADDRESS}/57825216000003/${HEX}`],
    [
      'the reference explorer',
      `https://explorer.toncoin.org/transaction?account=${ADDRESS}&lt=57825216000003&hash=${HEX}`,
    ],
  ])('finds a transaction with its account: %s', (_, text) => {
    expect(readQuery(text)).toEqual([
      { kind: 'transaction', lt: '57825216000003', hash: HEX, address: ADDRESS },
    ])
  })

  it.each([
    ['parentheses', '(-1,8000000000000000,123)', block(-1, FULL_SHARD, 123)],
    ['colons', '-1:8000000000000000:123', block(-1, FULL_SHARD, 123)],
    ['spaces after the commas', '(0, c000000000000000, 7)', block(0, 0xc000000000000000n, 7)],
    ['a signed decimal shard', '(0,-4611686018427387904,7)', block(0, 0xc000000000000000n, 7)],
    ['a bare seqno', '123', block(-1, FULL_SHARD, 123)],
    ['a grouped seqno', '84 965 023', block(-1, FULL_SHARD, 84_965_023)],
    ['our own link', 'http://127.0.0.1:8081/block/-1/8000000000000000/123', block(-1, FULL_SHARD, 123)],
    ['tonscan', 'https://tonscan.org/block/-1:8000000000000000:123', block(-1, FULL_SHARD, 123)],
    ['a number in a path', 'https://example.org/block/123', block(-1, FULL_SHARD, 123)],
    [
      'the reference explorer',
      'https://explorer.toncoin.org/search?workchain=-1&shard=8000000000000000&seqno=123',
      block(-1, FULL_SHARD, 123),
    ],
  ])('finds a block: %s', (_, text, expected) => {
    expect(readQuery(text)).toEqual([expected])
  })

  it('takes the hashes of a full block id along', () => {
    const file = HEX.replace('08', 'ff')
    expect(readQuery(`(-1,8000000000000000,123):${HEX.toUpperCase()}:${file}`)).toEqual([
      { ...block(-1, FULL_SHARD, 123), rootHash: HEX, fileHash: file },
    ])
    expect(readQuery(`-1:8000000000000000:123:${HEX}:${file}`)).toEqual([
      { ...block(-1, FULL_SHARD, 123), rootHash: HEX, fileHash: file },
    ])
  })

  it('refuses a shard without a tag bit by name', () => {
    expect(readQuery('(0,0000000000000000,5)')).toEqual([
      { kind: 'fault', sentence: '0000000000000000 is not a shard prefix' },
    ])
  })

  it('reads a large number as a seqno and as a time', () => {
    expect(readQuery('1795239096')).toEqual([
      block(-1, FULL_SHARD, 1_795_239_096),
      { kind: 'time', utime: 1_795_239_096 },
    ])
    expect(readQuery('2026-11-21T05:31:36Z')).toEqual([{ kind: 'time', utime: 1_795_239_096 }])
    expect(readQuery('2026-13-21')).toEqual([{ kind: 'fault', sentence: '2026-13-21 is not a valid date' }])
  })

  it('recognizes names', () => {
    expect(readQuery('Alice.ton')).toEqual([{ kind: 'name', name: 'alice.ton' }])
    expect(readQuery('bob.t.me')).toEqual([{ kind: 'name', name: 'bob.t.me' }])
  })

  it.each(['', '   ', 'hello', '0', '-1', '12:34', 'https://example.org/', '((', '%'])(
    'finds nothing in %j',
    (text) => {
      expect(readQuery(text)).toEqual([])
    },
  )

  it.each([
    ['0x before the digits', `0x${HEX}`],
    ['0X and capitals', `0X${HEX.toUpperCase()}`],
    ['percent-encoded base64', encodeURIComponent(BASE64)],
    ['base64 encoded twice', encodeURIComponent(encodeURIComponent(BASE64))],
    ['standard base64 without padding', BASE64.slice(0, -1)],
    ['base64url with padding', BASE64.replaceAll('+', '-').replaceAll('/', '_')],
    ['double quotes', `"${HEX}"`],
    ['typographic quotes', `“${HEX}”`],
    ['guillemets', `«${BASE64}»`],
    ['backticks', `\`${HEX}\``],
    ['angle brackets', `<${HEX}>`],
    ['a comma at the end', `"${BASE64}",`],
    ['a zero-width space in the middle', `${HEX.slice(0, 20)}\u200b${HEX.slice(20)}`],
    ['a byte order mark', `\ufeff${HEX}`],
    ['marks of direction around', `\u202a${HEX}\u202c`],
    ['a soft hyphen', `${HEX.slice(0, 30)}\u00ad${HEX.slice(30)}`],
    ['a line break in the middle', `${HEX.slice(0, 32)}\n${HEX.slice(32)}`],
    ['a line break in base64', `${BASE64.slice(0, 20)}\r\n  ${BASE64.slice(20)}`],
    ['no-break spaces around', `\u00a0${HEX}\u00a0`],
    ['fullwidth digits', HEX.replaceAll('0', '０').replaceAll('4', '４')],
    ['a label before it', `Transaction hash: ${HEX}`],
    ['a parameter', `tx_hash=${BASE64}`],
    ['JSON', `{"hash": "${BASE64}"}`],
    ['a sentence', `See ${HEX}, please.`],
    ['tonscan with a bare slash', `https://tonscan.org/tx/${BASE64}`],
    ['a path without a host', `/transaction/${HEX}`],
    ['tonviewer with base64', `https://tonviewer.com/transaction/${BASE64}`],
    ['tonviewer by its testnet', `testnet.tonviewer.com/transaction/${HEX}`],
    ['dton', `https://dton.io/tx/${HEX.toUpperCase()}`],
    ['tonapi', `https://tonapi.io/v2/blockchain/transactions/${HEX}`],
    ["tonapi's traces", `https://tonapi.io/v2/traces/${HEX}`],
    ["tonapi's events", `https://tonapi.io/v2/events/${HEX}/jettons`],
    ["toncenter's v3", `https://toncenter.com/api/v3/transactions?limit=10&hash=${BASE64}`],
    ["toncenter's traces", `https://toncenter.com/api/v3/traces?tx_hash=${encodeURIComponent(BASE64)}`],
    ["toncenter's messages", `https://toncenter.com/api/v3/transactionsByMessage?msg_hash=${BASE64}`],
    ['a route in the fragment', `https://explorer.example/#/tx/${HEX}`],
    ['a link with invisible characters', `https://tonscan.org/tx/\u200b${HEX}`],
    ['a link in quotes', `'https://tonscan.org/tx/${HEX}'`],
    ['a Markdown link', `[transaction](https://tonviewer.com/transaction/${HEX})`],
    ['a link in a sentence', `Look: https://tonviewer.com/transaction/${HEX}.`],
    ['0x in a link', `https://tonscan.org/tx/0x${HEX}`],
  ])('finds a hash that is written in another way: %s', (_, text) => {
    expect(readQuery(text)).toEqual([hash])
  })

  it.each([
    ['slashes at both ends', `https://tonscan.org/tx/${SLASHED}`],
    ['the same with our path', `http://127.0.0.1:8081/tx/${SLASHED}`],
    ['a slash after it', `https://tonscan.org/tx/${SLASHED}/`],
    ['a query after it', `https://tonscan.org/tx/${SLASHED}?tab=raw`],
    ['without padding', `https://tonscan.org/tx/${SLASHED.slice(0, -1)}`],
    ['as a parameter', `https://toncenter.com/api/v3/transactions?hash=${SLASHED}`],
    ['bare', SLASHED],
  ])('finds a hash whose base64 begins and ends with slashes: %s', (_, text) => {
    expect(readQuery(text)).toEqual([{ kind: 'hash', hash: SLASHED_HEX }])
  })

  it.each([
    ['quotes', `"${ADDRESS}"`],
    ['quotes of JSON', `"address": "${ADDRESS}",`],
    ['a line break', `${ADDRESS.slice(0, 24)}\n${ADDRESS.slice(24)}`],
    ['an invisible character', `${ADDRESS.slice(0, 24)}\u2060${ADDRESS.slice(24)}`],
    ['percent-encoded, in the other alphabet', encodeURIComponent(ADDRESS.replaceAll('_', '/'))],
    ['percent-encoded raw', '0%3Aed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'],
    ['0x after the workchain', '0:0xed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'],
    ['spaces around the colon', '0 : ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'],
    ['a sentence', `Send it to ${ADDRESS}, please`],
    ['a wallet link without slashes', `ton:${ADDRESS}`],
    ['a wallet link with the address as its host', `ton://${ADDRESS}`],
    ['a jetton transfer link', `ton://transfer/${ADDRESS}?jetton=${OTHER}&amount=100&text=Hello%20there`],
    ['tonkeeper', `https://app.tonkeeper.com/transfer/${ADDRESS}?amount=100`],
    ['tonhub', `https://tonhub.com/transfer/${ADDRESS}`],
    ['dton', `https://dton.io/a/${ADDRESS}?from=1`],
    ['tonapi', `https://tonapi.io/v2/accounts/${encodeURIComponent(`0:${RAW_HASH}`)}/events?limit=20`],
    ["toncenter's v2", `https://toncenter.com/api/v2/getAddressInformation?address=${ADDRESS}`],
    [
      "toncenter's transactions",
      `https://toncenter.com/api/v2/getTransactions?limit=10&address=${ADDRESS}&archival=true`,
    ],
    [
      "toncenter's v3",
      `https://toncenter.com/api/v3/jetton/wallets?owner_address=${ADDRESS}&limit=128&offset=0`,
    ],
    [
      'the other alphabet in a query',
      `https://toncenter.com/api/v2/getAddressState?address=${ADDRESS.replaceAll('-', '+').replaceAll('_', '/')}`,
    ],
    [
      'the other alphabet in a path',
      `https://tonscan.org/address/${ADDRESS.replaceAll('-', '+').replaceAll('_', '/')}`,
    ],
    ['tonscan of a jetton', `https://tonscan.org/jetton/${ADDRESS}#holders`],
    ['a query copied from HTML', `https://x.example/account?lang=en&amp;account=${ADDRESS}`],
  ])('finds an account that is written in another way: %s', (_, text) => {
    expect(readQuery(text)).toEqual([account])
  })

  it('opens the last account of a link with several', () => {
    expect(readQuery(`https://getgems.io/collection/${OTHER}/${ADDRESS}`)).toEqual([
      account,
      { kind: 'account', address: OTHER },
    ])
  })

  it.each([
    ['hexadecimal, commas', (root: string, file: string) => `(-1,8000000000000000,123,${root},${file})`],
    ['spaces', (root: string, file: string) => `( -1, 8000000000000000, 123, ${root}, ${file} )`],
    ['without parentheses', (root: string, file: string) => `-1,8000000000000000,123,${root},${file}`],
    ['in quotes', (root: string, file: string) => `"(-1,8000000000000000,123,${root},${file})"`],
    [
      'a decimal shard',
      (root: string, file: string) => `(-1,-9223372036854775808,123,${root.toUpperCase()},${file})`,
    ],
    [
      'base64',
      (root: string, file: string) =>
        `(-1,8000000000000000,123,${Buffer.from(root, 'hex').toString('base64')},${Buffer.from(file, 'hex').toString('base64')})`,
    ],
    [
      'JSON of the API',
      (root: string, file: string) =>
        `{"@type":"ton.blockIdExt","workchain":-1,"shard":"-9223372036854775808","seqno":123,"root_hash":"${Buffer.from(root, 'hex').toString('base64')}","file_hash":"${Buffer.from(file, 'hex').toString('base64')}"}`,
    ],
    [
      "the reference explorer's link",
      (root: string, file: string) =>
        `https://explorer.toncoin.org/block?workchain=-1&shard=8000000000000000&seqno=123&roothash=${root.toUpperCase()}&filehash=${file}`,
    ],
  ])('takes the hashes of a full block id along: %s', (_, write) => {
    const file = HEX.replace('08', 'ff')
    expect(readQuery(write(HEX, file))).toEqual([
      { ...block(-1, FULL_SHARD, 123), rootHash: HEX, fileHash: file },
    ])
  })

  it.each([
    ['slashes', '-1/8000000000000000/123', block(-1, FULL_SHARD, 123)],
    ['brackets', '[-1:8000000000000000:123]', block(-1, FULL_SHARD, 123)],
    ['a typographic minus', '(−1,8000000000000000,123)', block(-1, FULL_SHARD, 123)],
    ['0x before the shard', '(0,0xc000000000000000,7)', block(0, 0xc000000000000000n, 7)],
    ['an unsigned decimal shard', '(0,9223372036854775808,7)', block(0, FULL_SHARD, 7)],
    ['spaces only', '-1 8000000000000000 123', block(-1, FULL_SHARD, 123)],
    [
      'tonapi',
      'https://tonapi.io/v2/blockchain/blocks/(-1,8000000000000000,123)',
      block(-1, FULL_SHARD, 123),
    ],
    [
      'tonapi, encoded',
      'https://tonapi.io/v2/blockchain/blocks/%28-1%2C8000000000000000%2C123%29/transactions',
      block(-1, FULL_SHARD, 123),
    ],
    [
      "tonapi's masterchain",
      'https://tonapi.io/v2/blockchain/masterchain/123/shards',
      block(-1, FULL_SHARD, 123),
    ],
    [
      "toncenter's v2",
      'https://toncenter.com/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=123',
      block(-1, FULL_SHARD, 123),
    ],
    [
      "toncenter's v3",
      'https://toncenter.com/api/v3/transactionsByMasterchainBlock?seqno=123&limit=10',
      block(-1, FULL_SHARD, 123),
    ],
    [
      'a masterchain seqno in a query',
      'https://toncenter.com/api/v3/blocks?mc_seqno=123&limit=9',
      block(-1, FULL_SHARD, 123),
    ],
    ['a number sign', '#123', block(-1, FULL_SHARD, 123)],
    ['a word before it', 'block 123', block(-1, FULL_SHARD, 123)],
    ['tonviewer', 'https://tonviewer.com/block/(0,c000000000000000,7)', block(0, 0xc000000000000000n, 7)],
  ])('finds a block that is written in another way: %s', (_, text, expected) => {
    expect(readQuery(text)).toEqual([expected])
  })

  it.each([
    [
      'toncenter',
      `https://toncenter.com/api/v2/getTransactions?address=${ADDRESS}&limit=1&lt=57825216000003&hash=${BASE64}`,
    ],
    ['JSON', `{"account": "${ADDRESS}", "lt": "57825216000003", "hash": "${BASE64}"}`],
    ['an explorer with base64', `https://tonscan.org/tx/57825216000003:${BASE64}:${ADDRESS}`],
    ['quotes', `"${ADDRESS}:57825216000003:${HEX}"`],
    ['our path with base64', `/transaction/${ADDRESS}/57825216000003/${encodeURIComponent(BASE64)}`],
    ['our path with bare slashes', `/transaction/${ADDRESS}/57825216000003/${BASE64}`],
    ['a raw address in our path', `/transaction/0%3A${RAW_HASH}/57825216000003/${BASE64}`],
    ['two line breaks', `${ADDRESS}\n57825216000003\n${HEX}`],
  ])('finds a transaction with its account that is written in another way: %s', (_, text) => {
    expect(readQuery(text)).toEqual([
      { kind: 'transaction', lt: '57825216000003', hash: HEX, address: ADDRESS },
    ])
  })

  it.each([
    ['tonwhales', `https://tonwhales.com/explorer/address/${ADDRESS}/57825216000003_${BASE64URL}`],
    [
      'tonwhales, encoded',
      `tonwhales.com/explorer/address/${ADDRESS}/57825216000003_${encodeURIComponent(BASE64)}`,
    ],
    ['our trace', `http://127.0.0.1:8081/trace/${HEX}?account=${ADDRESS}&lt=57825216000003`],
    [
      'our trace under a name',
      `http://127.0.0.1:8081/testnet/trace/${HEX}?account=${ADDRESS}&lt=57825216000003`,
    ],
    [
      'our transaction with a tab',
      `http://localhost:8081/mainnet/transaction/${ADDRESS}/57825216000003/${HEX}?tab=raw`,
    ],
    [
      'a hash in the path, the rest in the query',
      `https://tonviewer.com/transaction/${HEX}?account=${ADDRESS}&lt=57825216000003`,
    ],
    [
      'an account in the path, the rest in the query',
      `https://tonscan.org/address/${ADDRESS}?lt=57825216000003&hash=${BASE64}`,
    ],
    ['a route in the fragment', `https://explorer.example/#/tx/${HEX}?account=${ADDRESS}&lt=57825216000003`],
    [
      "toncenter's v3",
      `https://toncenter.com/api/v3/transactions?account=${ADDRESS}&lt=57825216000003&hash=${encodeURIComponent(BASE64)}`,
    ],
    [
      'a raw account',
      `https://explorer.toncoin.org/transaction?account=0%3A${RAW_HASH}&lt=57825216000003&hash=${HEX.toUpperCase()}`,
    ],
  ])('finds a transaction in a link that spreads its account, lt and hash: %s', (_, text) => {
    expect(readQuery(text)).toEqual([
      { kind: 'transaction', lt: '57825216000003', hash: HEX, address: ADDRESS },
    ])
  })

  it.each([
    [
      "toncenter's v3",
      `https://toncenter.com/api/v3/transactions?account=${ADDRESS}&lt=57825216000003&limit=1`,
    ],
    [
      "toncenter's range",
      `https://toncenter.com/api/v3/transactions?account=${ADDRESS}&start_lt=57825216000003&end_lt=57825216000003`,
    ],
    ["toncenter's v2", `https://toncenter.com/api/v2/getTransactions?address=${ADDRESS}&lt=57825216000003`],
    ['the reference explorer', `https://explorer.toncoin.org/account?account=${ADDRESS}&lt=57825216000003`],
    ['an account in the path', `https://tonviewer.com/${ADDRESS}?lt=57825216000003`],
    ['JSON', `{"account": "${ADDRESS}", "lt": "57825216000003"}`],
  ])('finds a transaction by account and lt: %s', (_, text) => {
    expect(readQuery(text)).toEqual([{ kind: 'transactionAt', address: ADDRESS, lt: '57825216000003' }])
  })

  it('keeps the account of a link with a range of lts', () => {
    const range = `account=${ADDRESS}&start_lt=57825216000003&end_lt=57825216000009`
    expect(readQuery(`https://toncenter.com/api/v3/transactions?${range}`)).toEqual([account])
    expect(readQuery(`https://tonapi.io/v2/accounts/${ADDRESS}/events?before_lt=57825216000003`)).toEqual([
      account,
    ])
  })

  it.each([
    ['quotes', '"alice.ton"', 'alice.ton'],
    ['a full stop', 'alice.ton.', 'alice.ton'],
    ['an invisible character', 'ali\u200bce.ton', 'alice.ton'],
    ['a user name with underscores', 'Bob_Smith.t.me', 'bob_smith.t.me'],
    ['tonviewer', 'https://tonviewer.com/alice.ton', 'alice.ton'],
    ['tonscan', 'tonscan.org/address/Alice.ton', 'alice.ton'],
    ['dns.ton.org', 'https://dns.ton.org/#alice.ton', 'alice.ton'],
    ['a site', 'http://alice.ton/about/us', 'alice.ton'],
    ['a bare site', 'tips.alice.ton/', 'tips.alice.ton'],
    ['tonapi', 'https://tonapi.io/v2/dns/alice.ton/resolve', 'alice.ton'],
    ['a wallet link', 'ton://transfer/alice.ton?amount=1', 'alice.ton'],
    ["Telegram's link", 'https://t.me/bob_smith', 'bob_smith.t.me'],
  ])('finds a name that is written in another way: %s', (_, text, name) => {
    expect(readQuery(text)).toEqual([{ kind: 'name', name }])
  })

  it('returns the length of a cut hash', () => {
    expect(readQuery(HEX.slice(1))).toEqual([
      { kind: 'fault', sentence: 'A hash has 64 hexadecimal digits; this one has 63' },
    ])
    expect(readQuery(`0x${HEX}ab`)).toEqual([
      { kind: 'fault', sentence: 'A hash has 64 hexadecimal digits; this one has 66' },
    ])
  })

  it.each([
    'elector',
    'DNS root',
    'Paper Crane (USDP)',
    'Workshop purse (2 of 3)',
    "Erin's vesting",
    'Order 0: rent, executed',
    'Swift #0',
    'A bird from example.org',
    '💎 Diamond',
  ])('leaves the name %j to the search of names', (text) => {
    expect(readQuery(text)).toEqual([])
  })

  it('reads a hash, an account and a block in any wrapping', () => {
    const wrappings = [
      (text: string) => `"${text}"`,
      (text: string) => `\u2066${text}\u2069`,
      (text: string) => ` (${text}) `,
      (text: string) => `${text.slice(0, 7)}\u200d${text.slice(7)}`,
      (text: string) => encodeURIComponent(text),
      (text: string) => `https://explorer.example/tx/${encodeURIComponent(text)}`,
      (text: string) => `https://explorer.example/any?thing=1&key=${encodeURIComponent(text)}`,
      (text: string) => `Value: ${text}`,
    ]
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(...wrappings),
        (bytes, wrap) => {
          const expected = [{ kind: 'hash', hash: bytesToHex(bytes) }]
          for (const form of [bytesToHex(bytes), bytesToBase64(bytes), bytesToBase64(bytes, 'url')]) {
            expect(readQuery(wrap(form))).toEqual(expected)
          }
          // A bare slash of base64 in a path.
          expect(readQuery(`https://explorer.example/tx/${bytesToBase64(bytes)}`)).toEqual(expected)
          const raw = { workchain: 0, hash: bytes }
          const friendly = formatFriendlyAddress(raw, { bounceable: true })
          expect(readQuery(wrap(friendly))).toEqual([{ kind: 'account', address: friendly }])
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => void readQuery(text)))
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        (text) => void readQuery(text),
      ),
    )
  })

  it('finds any account and any hash in any form', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(-1, 0),
        fc.boolean(),
        (bytes, workchain, testOnly) => {
          const address = { workchain, hash: bytes, testOnly, bounceable: true }
          expect(readQuery(formatFriendlyAddress(address, { alphabet: 'standard' }))).toEqual([
            { kind: 'account', address: formatFriendlyAddress(address) },
          ])
          for (const text of [bytesToHex(bytes), bytesToBase64(bytes)]) {
            expect(readQuery(text)).toEqual([{ kind: 'hash', hash: bytesToHex(bytes) }])
          }
        },
      ),
    )
  })
})

describe('readQuery of bags of cells and opcodes', () => {
  /** A cell with the byte 1. */
  const BAG = 'te6ccgEBAQEAAwAAAgE='

  it.each([
    ['base64', BAG],
    ['base64 without padding', BAG.slice(0, -1)],
    ['base64 in two lines', `${BAG.slice(0, 9)}\n ${BAG.slice(9)}`],
    ['percent-encoded', encodeURIComponent(BAG)],
    ['hexadecimal', 'b5ee9c7201010101000300000201'],
    ['hexadecimal in upper case after 0x', '0xB5EE9C7201010101000300000201'],
  ])('reads a bag of cells: %s', (_, text) => {
    expect(readQuery(text)).toEqual([{ kind: 'boc', boc: BAG, cells: 1 }])
  })

  it('names the fault of a damaged bag of cells', () => {
    const [reading] = readQuery(BAG.slice(0, -4))
    expect(reading).toMatchObject({ kind: 'fault', sentence: expect.stringContaining('bag of cells') })
  })

  it('reads eight hexadecimal digits after 0x as an opcode', () => {
    expect(readQuery('0x0F8A7EA5')).toEqual([{ kind: 'opcode', opcode: '0x0f8a7ea5' }])
  })
})
