import { join } from 'node:path'
import { Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractDefinition } from '#shared/contracts/contractDefinition.ts'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { type ContractLookups, lookupsOf } from '#shared/contracts/lookups.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { LayoutCompiler, whole } from '../../../src-main/contracts/messages/compileLayout.ts'
import { BodyDecoder, decodeBody } from '../../../src-main/contracts/messages/decodeBody.ts'
import { methodIdsOf } from '../../../src-main/contracts/methodIdsOf.ts'
import { guestbookCode } from '../../../src-main/devnet/scenario/code/guestbook.ts'
import { libraryReference, signBody } from '../../../src-main/devnet/scenario/library.ts'
import { followSteps, readSteps } from './documentSteps.ts'
import { copySources, ROOT, type SourceCopy } from './sourceCopy.ts'

const hashOf = (code: ReturnType<typeof guestbookCode>) => code.hash().toString('base64')

describe('a contract that is added as docs/add-a-contract.md says', () => {
  const steps = readSteps(join(ROOT, 'docs/add-a-contract.md'))
  const files = steps.map(({ file }) => file)
  const [, list = ''] = files
  let copy: SourceCopy
  let contracts: readonly ContractDefinition[]
  let lookups: ContractLookups

  beforeAll(async () => {
    copy = copySources(['src-shared'])
    followSteps(copy.root, steps)
    const module = await copy.load<{ readonly ALL_CONTRACTS: readonly ContractDefinition[] }>(list)
    contracts = module.ALL_CONTRACTS
    lookups = lookupsOf(contracts)
  })
  afterAll(() => copy.remove())

  it('compiles', () => {
    expect(copy.compile(files)).toEqual([])
  })

  it('is known by the hash of its code, as code and as a library reference, without an interface', () => {
    for (const code of [guestbookCode(), libraryReference(guestbookCode())]) {
      expect(interfacesOf(hashOf(code), undefined, lookups)).toEqual([])
      expect(lookups.codes.get(hashOf(code))?.title).toBe('guest book')
    }
  })

  it('has get-methods that are found by their ids, with their results', () => {
    const named = methodIdsOf(guestbookCode())?.flatMap((id) => lookups.methodsById.get(id)?.name ?? [])
    expect(named?.toSorted()).toEqual(['get_entries', 'get_last_guest'])
    expect(lookups.methodsById.get(methodIdOf('get_last_guest'))?.result).toEqual([
      { name: 'last guest', type: 'address?' },
    ])
  })

  it('has opcodes with names and titles, outside of the opcode table of v3', () => {
    expect(lookups.opcodes.get('guestbook_sign')).toBe(0x27d5a91b)
    expect(lookups.opcodeTitles.get(0x27d5a91b)).toBe('sign the guest book')
    expect(lookups.opcodes.get('guestbook_signed')).toBe(0x6e02f4c8)
    expect(lookups.opcodeNames.has(0x27d5a91b)).toBe(false)
  })

  it('has bodies that are decoded', () => {
    const decoder = new BodyDecoder(contracts)
    const signed = beginCell().storeUint(0x6e02f4c8, 32).storeUint(7, 64).storeUint(3, 32).endCell()
    expect(decoder.decode(signBody(7))).toEqual({ '@type': 'guestbook_sign', query_id: '7' })
    expect(decoder.decode(signed)).toEqual({ '@type': 'guestbook_signed', query_id: '7', entry: '3' })
    expect(decodeBody(signed)).toBeUndefined()
  })

  it('has storage that is read by its layout', () => {
    const storage = lookups.codes.get(hashOf(guestbookCode()))?.storage
    const guest = new Address(0, Buffer.alloc(32, 5))
    const data = beginCell().storeUint(1, 64).storeUint(2, 32).storeAddress(guest).endCell()
    const read = storage && whole(new LayoutCompiler().compile(storage))
    expect(read?.(data.beginParse(), { budget: 100, depth: 0, decode: () => undefined })).toMatchObject({
      id: '1',
      entries: '2',
      last_guest: { '@type': 'addr_std', address: '05'.repeat(32) },
    })
  })

  it('changes nothing about the other contracts', () => {
    const JETTON_TRANSFER = 0x0f8a7ea5
    expect(lookups.opcodeNames.get(JETTON_TRANSFER)).toBe('jetton_transfer')
    expect(contracts.slice(0, -1).map(({ name }) => name)).not.toContain('guest book')
    expect(contracts.at(-1)?.name).toBe('guest book')
  })
})
