import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { vestingWalletCode } from '../../../../src-main/devnet/scenario/code/vestingWallet.ts'
import { compileTolk, TOLK_SOURCES } from '../../../tolk/compileTolk.ts'

const sources = readdirSync(TOLK_SOURCES).flatMap((file) => /^(\w+)\.tolk$/.exec(file)?.[1] ?? [])
const contracts = sources.filter((name) => existsSync(join(TOLK_SOURCES, `${name}.ts`)))

/** The code in `<name>.ts`, from its function `<name>Code`. */
async function embedded(name: string): Promise<Cell> {
  const module: Readonly<Record<string, unknown>> = await import(join(TOLK_SOURCES, `${name}.ts`))
  const code = module[`${name}Code`]
  if (typeof code !== 'function') throw new Error(`${name}.ts has no ${name}Code`)
  return code()
}

describe("the scenario's own contracts", () => {
  it.each(contracts)('of %s is the compiled form of its source', async (name) => {
    expect((await embedded(name)).hash().toString('hex')).toBe(
      (await compileTolk(name)).hash().toString('hex'),
    )
  })

  it('have a source that is a contract or a part of one', () => {
    const texts = contracts.map((name) => readFileSync(join(TOLK_SOURCES, `${name}.tolk`), 'utf8'))
    const parts = sources.filter((name) => !contracts.includes(name))
    for (const part of parts) expect(texts.some((text) => text.includes(`import "${part}"`))).toBe(true)
  })
})

describe('code from elsewhere', () => {
  it('has the hash of the published build', () => {
    expect(vestingWalletCode().hash().toString('hex')).toBe(
      'b48b531abec3b714638291f7d77ed6dc9f6a2729efca20477137374d4ae8b590',
    )
  })
})
