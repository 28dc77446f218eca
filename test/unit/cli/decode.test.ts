import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Address,
  beginCell,
  Cell,
  convertToMerkleProof,
  internal,
  storeMessageRelaxed,
  storeStateInit,
} from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { crc32c } from '#shared/ton/crc32c.ts'
import { readBocFile } from '../../../src-main/cli/bocFile.ts'
import { decodeCommand, decodeMessage } from '../../../src-main/cli/decode.ts'

const folder = mkdtempSync(join(tmpdir(), 'tonscope-decode-'))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
afterAll(() => rmSync(folder, { recursive: true }))

const to = Address.parseRaw('0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8')
const message = beginCell()
  .store(
    storeMessageRelaxed({
      ...internal({ to, value: 5n, body: 'Hello' }),
      info: { ...internal({ to, value: 5n }).info, src: to },
    }),
  )
  .endCell()

describe('readBocFile', () => {
  const boc = message.toBoc()

  it('reads a BOC as binary, hex or base64', async () => {
    const forms = [boc, `${boc.toString('hex')}\n`, boc.toString('base64')]
    const roots = await Promise.all(forms.map((form, index) => readBocFile(file(`form${index}`, form))))
    for (const { data, root } of roots) {
      expect(data).toEqual(boc)
      expect(root.hash()).toEqual(message.hash())
    }
  })

  const [hex, base64] = [boc.toString('hex'), boc.toString('base64')]
  const utf16 = Buffer.from(`\uFEFF${base64}\r\n`, 'utf16le')

  it.each<[string, string | Buffer]>([
    ['hex after 0x', `0x${hex}`],
    ['hex after \\x', `\\x${hex.toUpperCase()}`],
    ['hex with colons', hex.match(/../g)?.join(':') ?? ''],
    ['a list of bytes in hex', `{ ${hex.match(/../g)?.join(', 0x').replace(/^/, '0x')} }`],
    ["Fift's bytes", `B{${hex.toUpperCase()}}`],
    ['base64 in double quotes', `"${base64}"`],
    ['base64 in typographic quotes', `“${base64}”`],
    ['base64 with escaped slashes', `"${base64.replaceAll('/', '\\/').replaceAll('+', '\\u002B')}"`],
    ['base64 with escaped line breaks', `"${base64.replace(/.{64}/g, '$&\\n')}"`],
    ['base64 in lines', base64.replace(/.{64}/g, '$&\r\n')],
    ['base64url without padding', boc.toString('base64url')],
    ['base64 with %3D', encodeURIComponent(base64)],
    ['base64 that was percent-encoded twice', encodeURIComponent(encodeURIComponent(base64))],
    ['base64 after a byte order mark', `\uFEFF${base64}`],
    ['UTF-16', utf16],
    ['UTF-16 of the other byte order', Buffer.from(utf16).swap16()],
    ['UTF-16 without a mark', utf16.subarray(2)],
    ['a field of JSON', JSON.stringify({ ok: true, result: { boc: base64, again: hex } })],
    ['a list of JSON', JSON.stringify([base64])],
    ['JSON of a Buffer', JSON.stringify({ boc: boc.toJSON() })],
    ['JSON of a Uint8Array', JSON.stringify(new Uint8Array(boc))],
    ['a line of a program', `const boc = '${base64}';`],
    ['a link', `ton://transfer/EQ?amount=1&bin=${boc.toString('base64url')}&exp=9`],
    ['a data URL', `data:application/octet-stream;base64,${base64}`],
  ])('reads a BOC as %s', async (_, content) => {
    expect((await readBocFile(file('form', content))).data).toEqual(boc)
  })

  it('reads the older magics, one of which begins with a letter', async () => {
    const indexed = Buffer.from('68ff65f3010102010006' + '0406' + '0101a0010000', 'hex')
    const forms = [indexed, indexed.toString('hex'), indexed.toString('base64')]
    const files = await Promise.all(forms.map((form, i) => readBocFile(file(`indexed${i}`, form))))
    for (const { data } of files) expect(data).toEqual(indexed)
  })

  it('reads a bag whose index has starts instead of ends, as tonweb writes it', async () => {
    const withoutChecksum = Buffer.from('te6ccsEBAgEADAAACQEMAAAAAGhpAQACBw==', 'base64')
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(crc32c(withoutChecksum))
    for (const form of [withoutChecksum, Buffer.concat([withoutChecksum, checksum])]) {
      const { root } = await readBocFile(file('tonweb', form.toString('base64')))
      expect(root.toString()).toBe('x{000000006869}\n x{07}')
    }
    const wrong = Buffer.concat([withoutChecksum, Buffer.alloc(4)])
    await expect(readBocFile(file('wrong checksum', wrong))).rejects.toThrow('the checksum is wrong')
  })

  it.each<[string, string | Buffer, string]>([
    [
      'several',
      JSON.stringify([base64, beginCell().endCell().toBoc().toString('hex')]),
      'it has 2 bags of cells',
    ],
    ['JSON without one', '{"hash": "x"}', 'not a bag of cells: JSON that has none'],
    ['text without one', '<html>', 'not a bag of cells: a text that has none'],
    ['a text in base64', 'no cells here', 'not a bag of cells: in base64, it begins with'],
    ['other hex', 'd316f979', 'not a bag of cells: in hex, it begins with d316f979, not with b5ee9c72'],
    ['gzip', Buffer.from('1f8b08000000', 'hex'), 'not a bag of cells: compressed with gzip'],
    ['nothing', ' \n', 'not a bag of cells: the file is empty'],
  ])('names the form of a file that holds no bag or several: %s', async (name, content, reason) => {
    const path = file(`form ${name}`, content)
    await expect(readBocFile(path)).rejects.toThrow(`${path}: ${reason}`)
  })

  it.each([
    ['empty', ''],
    ['words', 'not a bag of cells'],
    ['torn', boc.subarray(0, 20)],
  ])('names a file that holds none: %s', async (name, content) => {
    await expect(readBocFile(file(name, content))).rejects.toThrow(join(folder, name))
  })

  it('names a missing file', async () => {
    await expect(readBocFile(join(folder, 'nothing'))).rejects.toThrow('nothing: no such file')
  })
})

describe('tonscope decode', () => {
  it('names the kind of a file of another kind', async () => {
    const path = file('message.boc', message.toBoc())
    await expect(decodeCommand(['block', path])).rejects.toThrow(`${path}: not a block; it is a message`)
    const cell = file('cell.boc', beginCell().endCell().toBoc())
    await expect(decodeCommand(['message', cell])).rejects.toThrow(`${cell}: not a message`)
  })

  const comment = beginCell().storeUint(0, 32).storeStringTail('Hi').endCell()
  const transfer = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(7, 64)
    .storeCoins(5)
    .storeAddress(to)
    .storeAddress(to)
    .storeUint(0, 1)
    .storeCoins(1)
    .storeUint(0, 1)
    .endCell()
  const init = beginCell()
    .store(storeStateInit({ code: comment, data: comment }))
    .endCell()
  it.each<[string, string, Cell, string]>([
    [
      'message',
      'a comment',
      comment,
      'it looks like a message body (text_comment); /api/v3/decode reads bodies',
    ],
    [
      'message',
      'a token transfer',
      transfer,
      'it looks like a message body (jetton_transfer); /api/v3/decode',
    ],
    [
      'transaction',
      'an unknown body',
      beginCell().storeUint(0x1234abcd, 32).storeUint(1, 9).endCell(),
      'it can be a message body (opcode 0x1234abcd); /api/v3/decode reads bodies',
    ],
    ['block', 'no cell data', Cell.EMPTY, 'it is an empty cell, such as an empty message body'],
    ['message', 'a state', init, 'it looks like a StateInit'],
    [
      'message',
      'a relaxed message',
      beginCell()
        .store(storeMessageRelaxed(internal({ to, value: 5n, body: 'Hello' })))
        .endCell(),
      'it is a message without a source, as a contract sends it',
    ],
    ['block', 'a proof', convertToMerkleProof(comment), 'it is a Merkle proof'],
    [
      'block',
      'a shard state',
      beginCell().storeUint(0x9023afe2, 32).endCell(),
      'it looks like a state of a shard',
    ],
    [
      'block',
      'a program',
      beginCell().storeBuffer(Buffer.from('ff00f4a413f4bcf2c80b', 'hex')).endCell(),
      'it looks like code of a contract',
    ],
  ])('says of a file that is no %s what it is: %s', async (kind, name, root, text) => {
    const path = file(name, root.toBoc())
    await expect(decodeCommand([kind, path])).rejects.toThrow(`${path}: not a ${kind}; ${text}`)
  })

  it('names a folder as such', async () => {
    await expect(decodeCommand(['block', folder])).rejects.toThrow(`${folder}: a folder, not a file`)
  })
})

describe('decodeMessage', () => {
  it('shows the header, and the body as a BOC with its hash', () => {
    expect(decodeMessage(message)).toMatchObject({
      hash: message.hash().toString('hex'),
      info: { type: 'internal', src: to.toRawString(), dest: to.toRawString(), value: { coins: '5' } },
      init: null,
      body: 'te6cckEBAQEACwAAEgAAAABIZWxsb824wmI=',
      body_hash: Buffer.from('m7VKQK82/1joZcbMoL8744lwVMliy0pUw7YJYssqMEE=', 'base64').toString('hex'),
    })
  })
})

describe('decodeCommand', () => {
  it.each([[[]], [['block']], [['cell', 'x']], [['block', 'a', 'b']]])('%j is wrong use', async (args) => {
    await expect(decodeCommand(args)).rejects.toThrow(
      'decode takes block, transaction or message, and one file',
    )
  })
})
