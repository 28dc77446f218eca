import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, beginCell, internal, storeMessageRelaxed } from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { bocBytes, readBocFile } from '../../../src-main/cli/bocFile.ts'
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

  it('names a folder as such', async () => {
    await expect(decodeCommand(['block', folder])).rejects.toThrow(`${folder}: a folder, not a file`)
  })
})

describe('bocBytes', () => {
  it('takes what is neither hex nor base64 as it is', () => {
    const content = Buffer.from('{"boc": 1}')
    expect(bocBytes(content)).toBe(content)
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
