import { afterAll, describe, expect, it } from 'vitest'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { ReadName } from '../../../../../src-main/api/v3/context.ts'
import { answerQuery } from '../../../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../../../src-main/api/v3/render/contractNames.ts'
import { sortableInteger } from '../../../../../src-main/store/sortableInteger.ts'
import { sqlite } from '../../../../../src-main/store/sqlite/driver.ts'
import { indexFacts, sampleFacts, sampleZeroFacts } from '../../../store/queries/sampleIndex.ts'

const HEAD = 40
const URL_ = 'https://example.org/token.json'
const index = indexFacts(sampleFacts(1, HEAD), sampleZeroFacts())
const connection = new (sqlite())(index.file)
afterAll(() => {
  connection.close()
  index.remove()
})

/** A contract of the sample that is no wallet. */
const contract = index.reader
  .all<{ id: bigint; address: Buffer; hash: Buffer }>(
    'SELECT a.id, a.address, c.hash FROM accounts a JOIN codes c ON c.id = a.code',
    [],
  )
  .find(({ hash }) => !CONTRACTS.wallets.has(hash.toString('base64')))!
const raw = `${contract.address.readInt8(0)}:${contract.address.toString('hex', 1).toUpperCase()}`

connection.exec('DELETE FROM detection_queue')
connection
  .prepare(
    `INSERT INTO jetton_masters (account, total_supply, mintable, content, wallet_code_hash, last_tx_lt, mc_seqno)
    VALUES (?, ?, 1, ?, ?, 1, 1)`,
  )
  .run(contract.id, sortableInteger(5n), JSON.stringify({ uri: URL_ }), Buffer.alloc(32))

function ask(operation: ReadName, values: object, options: object = {}) {
  const answer = answerQuery(index.reader, createContractNames(), {
    operation,
    values,
    options: {
      addressBook: true,
      metadata: true,
      testOnly: false,
      head: HEAD,
      imagePrefix: 'http://127.0.0.1/image?url=',
      ...options,
    },
  })
  if (answer.kind !== 'json') throw new Error(`${operation} is ${answer.kind}`)
  return { body: JSON.parse(Buffer.from(answer.json).toString()), missingContent: answer.missingContent }
}

const states = (options?: object) =>
  ask(
    'accountStates',
    {
      address: [{ workchain: contract.address.readInt8(0), hash: contract.address.subarray(1) }],
      include_boc: false,
    },
    options,
  )

describe('metadata of a token whose content has a URL', () => {
  it('requests the fetch of its URL with the answer of any operation', () => {
    const unfetched = { [raw]: { is_indexed: false, token_info: [{ type: 'jetton_masters' }] } }
    expect(ask('metadata', { address: [raw] })).toEqual({ body: unfetched, missingContent: [URL_] })
    const { body, missingContent } = states()
    expect([body.metadata, missingContent]).toEqual([unfetched, [URL_]])
  })

  it('is neither read nor fetched if the client declines it, except by /metadata', () => {
    const { body, missingContent } = states({ metadata: false })
    expect([body.metadata, missingContent]).toEqual([{}, undefined])
    expect(ask('metadata', { address: [raw] }, { metadata: false }).missingContent).toEqual([URL_])
  })

  it('contains the fetched content, which is fetched again when it has expired', () => {
    const insert = connection.prepare(
      `INSERT OR REPLACE INTO metadata_contents
        (url, state, fetched_at, expires_at, attempts, name, image, image_hash, extra)
      VALUES (?, 0, 1, ?, 0, 'Name', 'https://example.org/a.png', ?, '{"decimals":9}')`,
    )
    const image = `http://127.0.0.1/image?url=${encodeURIComponent('https://example.org/a.png')}`
    const fetched = {
      [raw]: {
        is_indexed: true,
        token_info: [
          {
            valid: true,
            type: 'jetton_masters',
            name: 'Name',
            image: 'https://example.org/a.png',
            extra: {
              _image_big: image,
              _image_medium: image,
              _image_small: image,
              decimals: 9,
              uri: URL_,
            },
          },
        ],
      },
    }
    insert.run(URL_, 1n << 40n, Buffer.alloc(32))
    expect(ask('metadata', { address: [raw] })).toEqual({ body: fetched, missingContent: undefined })
    insert.run(URL_, 2, Buffer.alloc(32))
    expect(ask('metadata', { address: [raw] })).toEqual({ body: fetched, missingContent: [URL_] })
  })
})
