import { describe, expect, it } from 'vitest'
import { ALL_CONTRACTS } from '#shared/contracts/allContracts.ts'
import { CONTRACTS, opcodeName } from '#shared/contracts/lookups.ts'
import { opcodeTitle } from '#shared/contracts/opcodeTitles.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { base64ToBytes } from '#shared/ton/base64.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'

const interfaces = ALL_CONTRACTS.flatMap(({ interfaces: list = [] }) => list)
const codes = [...interfaces, ...ALL_CONTRACTS].flatMap(({ codes: list = [] }) => list)
const messages = ALL_CONTRACTS.flatMap(({ messages: list = [] }) => list)

/** Values that occur more than once. */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}

describe('the facts of all contracts', () => {
  it('name each contract and each interface once', () => {
    expect(repeated(ALL_CONTRACTS.map(({ name }) => name))).toEqual([])
    expect(repeated(interfaces.map(({ name }) => name))).toEqual([])
  })

  it('list each code once, by a hash of 32 bytes', () => {
    const hashes = codes.map(({ hash }) => hash)
    expect(repeated(hashes)).toEqual([])
    expect(hashes.filter((hash) => base64ToBytes(hash, 'standard')?.length !== 32)).toEqual([])
  })

  it('recognise every interface by code, by get-methods or by both', () => {
    const unreachable = interfaces.filter(({ codes: list = [], methods = [] }) => {
      return list.length === 0 && methods.length === 0
    })
    expect(unreachable).toEqual([])
  })

  it('describe each get-method once', () => {
    const described = ALL_CONTRACTS.flatMap(({ methods = [] }) => methods)
    expect(repeated(described.map(({ name }) => name))).toEqual([])
  })

  it('have opcodes of 32 bits, and one title for an opcode', () => {
    for (const { opcode, title } of messages) {
      expect(opcode).toBe(opcode >>> 0)
      if (title !== undefined) expect(opcodeTitle(opcode)).toBe(title)
    }
  })

  it('have accounts with addresses in raw form', () => {
    const addresses = ALL_CONTRACTS.flatMap(({ accounts = [] }) => accounts.map(({ address }) => address))
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      expect(address).toMatch(/^(0|-1):[0-9a-f]{64}$/)
      expect(parseAddress(address)).toBeDefined()
    }
  })
})

describe('lookups over the facts', () => {
  it('find a get-method by the id of its name', () => {
    for (const name of CONTRACTS.methods.keys()) {
      const found = CONTRACTS.methodsById.get(methodIdOf(name))?.name
      expect(found !== undefined && methodIdOf(found)).toBe(methodIdOf(name))
    }
    expect(methodIdOf('seqno')).toBe(85143)
  })

  it('return the described one of two get-methods with the same checksum', () => {
    expect(methodIdOf('version')).toBe(methodIdOf('is_plugin_installed'))
    expect(CONTRACTS.methodsById.get(methodIdOf('version'))?.name).toBe('is_plugin_installed')
  })

  it('return parameters and results with their types', () => {
    expect(CONTRACTS.methods.get('get_wallet_address')).toEqual({
      name: 'get_wallet_address',
      params: [{ name: 'owner', type: 'address' }],
      result: [{ name: 'wallet', type: 'address' }],
    })
    expect(CONTRACTS.methods.get('get_nft_content')?.params.map(({ type }) => type)).toEqual([
      'number',
      'cell',
    ])
  })

  it('have no name for an opcode that v3 does not list, although it has a title', () => {
    const PROVIDE_WALLET_ADDRESS = 0x2c76b973
    expect(opcodeName(PROVIDE_WALLET_ADDRESS)).toBeUndefined()
    expect(opcodeTitle(PROVIDE_WALLET_ADDRESS)).toBe('provide wallet address')
    expect(opcodeName(0x0f8a7ea5)).toBe('jetton_transfer')
    expect(opcodeName(0x0f8a7ea5 - 2 ** 32)).toBe('jetton_transfer')
  })
})
