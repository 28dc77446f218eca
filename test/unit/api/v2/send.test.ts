import { Address, type Builder, beginCell, Cell, ExternalAddress } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { StageError } from '#shared/apiError.ts'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { fakeNetwork } from './fakeSession.ts'

/** The vector of the contract: an external message to 0:83dfd552…31a8 with the comment "Hello" inside. */
const MESSAGE = 'te6cckEBAQEALgAAV4gBB7+qpcxuU2jl+XmRiL15jNIuBKsW0djqT8N0gHQeY1AAAAAAAkMrY2N8kC6Sig=='
const HASHES = {
  '@type': 'raw.extMessageInfo',
  hash: 'S9czm6JGvcORM9R6uhTWymiQMr7SdWsBaaml6QfBSEA=',
  hash_norm: 'T0yFRjsNUun2I/uRp+evW9MIMw9CvRpipLNdrI+zNGY=',
}
const boc = Buffer.from(MESSAGE, 'base64')

function apiThat(sendMessage: (body: Buffer) => Promise<number>) {
  return createV2Api({ network: fakeNetwork({ sendMessage }).network })
}

describe('sending', () => {
  it('sends the message once, as tonlib writes it, and answers both hashes', async () => {
    const sent: Buffer[] = []
    const api = apiThat(async (body) => {
      sent.push(body)
      return 1
    })
    expect(await api.call('sendBocReturnHash', { boc }).result).toEqual(HASHES)
    expect(await api.call('sendBocReturnHashNoError', { boc }).result).toEqual(HASHES)
    expect(await api.call('sendBoc', { boc }).result).toEqual({ '@type': 'ok' })
    const written = serializeBoc(parseBocRoot(boc))
    expect(sent).toEqual([written, written, written])
  })

  it('accepts a message without a checksum and with bytes after its end', async () => {
    const sent: Buffer[] = []
    const api = apiThat(async (body) => {
      sent.push(body)
      return 1
    })
    const bare = serializeBoc(parseBocRoot(boc))
    const tail = Buffer.from('and more')
    expect(await api.call('sendBocReturnHash', { boc: Buffer.concat([bare, tail]) }).result).toEqual(HASHES)
    expect(sent).toEqual([bare])
    // A checksum covers all that is before the last four bytes.
    const withChecksum = api.call('sendBoc', { boc: Buffer.concat([boc, tail]) }).result
    await expect(withChecksum).rejects.toThrow(/^INVALID_BAG_OF_CELLS: bodybag-of-cells CRC32C mismatch: /)
    const garbage = api.call('sendBoc', { boc: Buffer.concat([Buffer.from('te6c'), tail]) }).result
    await expect(garbage).rejects.toThrow(
      'INVALID_BAG_OF_CELLS: bodycannot deserialize bag-of-cells: invalid header, error 0',
    )
    expect(sent).toHaveLength(1)
  })

  const hello = beginCell().storeUint(0, 32).storeStringTail('Hello').endCell()
  const destination = Address.parse('EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N')
  const init = beginCell().storeUint(0b00110, 5).storeRef(hello).storeRef(Cell.EMPTY).endCell()
  const none = (builder: Builder) => builder.storeBit(0)
  const inline = (cell: Cell) => (builder: Builder) => builder.storeBit(0).storeSlice(cell.beginParse())
  const referred = (cell: Cell) => (builder: Builder) => builder.storeBit(1).storeRef(cell)
  const some = (store: (builder: Builder) => Builder) => (builder: Builder) => store(builder.storeBit(1))

  it.each([
    ['a body in a reference', null, 0n, none, referred(hello)],
    ['a StateInit inside', null, 0n, some(inline(init)), inline(hello)],
    ['a StateInit in a reference, and the body too', null, 0n, some(referred(init)), referred(hello)],
    ['a source', new ExternalAddress(0x123n, 12), 0n, none, inline(hello)],
    ['an import fee', null, 5_000_000_000n, none, inline(hello)],
  ] as const)(
    'returns a normalized hash that does not depend on %s',
    async (_what, source, fee, storeInit, storeBody) => {
      const message = beginCell()
        .storeUint(0b10, 2)
        .storeAddress(source)
        .storeAddress(destination)
        .storeCoins(fee)
      const cell = message.store(storeInit).store(storeBody).endCell()
      const answer = await apiThat(async () => 1).call('sendBocReturnHash', { boc: cell.toBoc() }).result
      expect(answer).toEqual({ ...HASHES, hash: cell.hash().toString('base64') })
      expect(answer.hash).not.toBe(HASHES.hash)
    },
  )

  it('hashes a body that is a library without resolving it', async () => {
    const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 7)).endCell({ exotic: true })
    const head = () => beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(destination).storeCoins(0)
    const cell = head().storeBit(0).storeBit(1).storeRef(library).endCell()
    const { hash, hash_norm } = await apiThat(async () => 1).call('sendBocReturnHash', { boc: cell.toBoc() })
      .result
    expect([hash, hash_norm]).toEqual([hash, hash])
  })

  it("returns the liteserver's refusal, with status 400 in sendBocReturnHashNoError", async () => {
    const refusal = new LiteServerError(0, 'cannot apply external message to current state : no')
    const api = apiThat(() => Promise.reject(refusal))
    await expect(api.call('sendBoc', { boc }).result).rejects.toBe(refusal)
    const told = await api.call('sendBocReturnHashNoError', { boc }).result.catch((error) => error)
    expect(told).toBeInstanceOf(StageError)
    expect(told).toMatchObject({ status: 400, cause: refusal })
  })

  it('rejects a body that is not an external message without sending it', async () => {
    const api = apiThat(() => Promise.reject(new Error('must not be asked')))
    const fault = (bytes: Uint8Array) => api.call('sendBoc', { boc: bytes }).result
    await expect(fault(Buffer.alloc(3))).rejects.toThrow(
      'INVALID_BAG_OF_CELLS: bodycannot deserialize bag-of-cells: not enough bytes (3 present, 10 required)',
    )
    await expect(fault(beginCell().endCell().toBoc())).rejects.toThrow('Failed to unpack Message')
    // An internal message, and one that goes out.
    const internal = beginCell()
      .storeUint(0b0110, 4)
      .storeAddress(destination)
      .storeAddress(destination)
      .storeCoins(1)
      .storeUint(0, 1 + 4 + 4 + 64 + 32 + 1 + 1)
    const outbound = beginCell()
      .storeUint(0b11, 2)
      .storeAddress(destination)
      .storeUint(0, 2 + 64 + 32 + 1 + 1)
    for (const message of [internal, outbound]) {
      await expect(fault(message.endCell().toBoc())).rejects.toThrow(
        'CommonMsgInfo tag is not ext_in_msg_info',
      )
    }
  })
})
