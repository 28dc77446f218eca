import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkFolder, networkLabel, readNetworkChoice } from '../../../src-main/gateway/networkChoice.ts'

describe('readNetworkChoice', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'networks-'))
    mkdirSync(join(folder, 'genesis'))
    writeFileSync(join(folder, 'my.config.json'), '{}')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(['devnet', 'sample', 'mainnet', 'testnet'])('accepts %s', (name) => {
    const choice = readNetworkChoice(name)
    expect(choice).toEqual({ kind: name })
    expect([networkLabel(choice), networkFolder(choice)]).toEqual([name, name])
  })

  it('accepts the sample, archives and config files', () => {
    const archive = join(folder, 'genesis')
    const file = join(folder, 'my.config.json')
    expect(readNetworkChoice('sample')).toEqual({ kind: 'sample' })
    expect(readNetworkChoice(`archive:${archive}`)).toEqual({ kind: 'archive', path: archive })
    expect(readNetworkChoice(file)).toEqual({ kind: 'custom', file })
  })

  it.each([
    ['archive:', 'bad-archive'],
    ['archive:/no/such/folder', 'bad-archive'],
    ['Mainnet', 'unknown-network'],
    ['/no/such/file.json', 'unknown-network'],
    ['', 'unknown-network'],
  ])('refuses %j', (text, code) => {
    expect(() => readNetworkChoice(text)).toThrow(expect.objectContaining({ name: 'GatewayError', code }))
  })

  it('gives each network a name and a folder', () => {
    const archive = readNetworkChoice(`archive:${join(folder, 'genesis')}`)
    expect(networkLabel(archive)).toBe('archive:genesis')
    expect(networkFolder(archive)).toMatch(/^archive-genesis-[0-9a-f]{8}$/)
    expect(networkLabel(readNetworkChoice(join(folder, 'my.config.json')))).toBe('my.config')
    expect(networkFolder({ kind: 'sample' })).toBe('sample')
    expect(networkFolder({ kind: 'archive', path: '/a/x' })).not.toBe(
      networkFolder({ kind: 'archive', path: '/b/x' }),
    )
  })
})
